import { checkTrailChain, extendTrailChain } from '../server/trail/chain.ts';
import type { Command } from './command.ts';

/** Re-derives what must not change and names the first bad row. */
export const fsck: Command = {
  name: 'fsck',
  usage: '',
  summary: "re-derive the trail's hash chain; exit 1 when a row was changed",
  async run({ db }) {
    // Without a running server the newest rows may still wait for their links.
    while ((await extendTrailChain(db)) > 0);
    const { checked, broken } = await checkTrailChain(db);
    const text = broken ? `trail: broken at ${broken.seq || 'its end'}: ${broken.reason}` : `trail: ${checked} rows, chain whole`;
    return { value: { trail: { checked, broken } }, text, failed: broken !== null };
  },
};
