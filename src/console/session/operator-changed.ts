import { createEmitter } from '../net/emitter.ts';

/** Tells the frame that the server knows something newer of the operator than it does. */
export const operatorChanged = createEmitter();
