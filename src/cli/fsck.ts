import { checkLog } from '../server/custody/log-check.ts';
import { checkLedger, type LedgerCheck } from '../server/points/check.ts';
import { checkTrailChain, extendTrailChain } from '../server/trail/chain.ts';
import type { Command } from './command.ts';

/** Re-derives what must not change and names the first bad row. */
export const fsck: Command = {
  name: 'fsck',
  usage: '',
  summary: "re-derive the trail's hash chain, the transparency log and the points ledger; exit 1 when a row was changed",
  async run({ db }) {
    // Without a running server the newest rows may still wait for their links.
    while ((await extendTrailChain(db)) > 0);
    const trail = await checkTrailChain(db);
    const log = await checkLog(db);
    const points = await checkLedger(db);
    const text = [
      trail.broken ? `trail: broken at ${trail.broken.seq || 'its end'}: ${trail.broken.reason}` : `trail: ${trail.checked} rows, chain whole`,
      log.broken ? `log: broken at ${log.broken.table} ${log.broken.row}: ${log.broken.reason}` : `log: ${log.entries} entries, ${log.checkpoints} checkpoints, ${log.timestamps} timestamps, tree whole`,
      pointsText(points),
    ].join('\n');
    return { value: { trail, log, points }, text, failed: [trail, log, points].some(({ broken }) => broken !== null) };
  },
};

function pointsText({ transfers, broken }: LedgerCheck): string {
  if (!broken) return `points: ${transfers} transfers, every balance and list their sum`;
  return `points: of user ${broken.userId} the ${broken.of} says ${broken.kept}, the transfers ${broken.booked}`;
}
