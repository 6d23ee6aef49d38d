import { createInTurn } from '../../platform/runtime/in-turn.ts';

/**
 * What packages and dossiers are made from is gathered on the main thread. A few for one who asks are made at a time, so that a hundred
 * leave it free for those of others, and for all other calls; while one is drawn or waits for a timestamp, the others are gathered.
 */
export const inPackageTurn = createInTurn({ mostOfOne: 4 });
