import { checkLedger, type LedgerCheck } from '../server/points/check.ts';
import { checkTrailChain } from '../server/trail/chain.ts';
import type { Command } from './command.ts';

/** Re-derives what must not change and names the first bad row. */
export const fsck: Command = {
  name: 'fsck',
  usage: '',
  summary: "re-derive the trail's hash chain and the points ledger; exit 1 when a row was changed",
  async run({ db }) {
    const { checked, broken } = await checkTrailChain(db);
    const points = await checkLedger(db);
    const trailText = broken ? `trail: broken at ${broken.seq || 'its end'}: ${broken.reason}` : `trail: ${checked} rows, chain whole`;
    return { value: { trail: { checked, broken }, points }, text: `${trailText}\n${pointsText(points)}`, failed: broken !== null || points.broken !== null };
  },
};

function pointsText({ transfers, broken }: LedgerCheck): string {
  if (!broken) return `points: ${transfers} transfers, every balance their sum`;
  return `points: account ${broken.account} of user ${broken.userId} says ${broken.balance}, its transfers ${broken.booked}`;
}
