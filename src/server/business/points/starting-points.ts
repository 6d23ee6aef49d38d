import type { Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { grant } from './ledger.ts';

/** The points that every user of a sandbox starts with, as a test gift, in the transaction that registers the user. */
export async function grantStartingPoints(tx: Tx, userId: string): Promise<void> {
  const gift = { points: startingPoints, source: 'giftTest' } as const;
  await grant(tx, { userId, ...gift, reference: `sandbox/${userId}`, note: giver.name, giver: giver.name });
  await recordTrail(tx, giver, {
    action: '赠送积分',
    object: `user/${userId}`,
    before: { points: 0 },
    after: { points: gift.points, gift: gift.points, source: gift.source, explain: giver.name },
  });
}

const startingPoints = 100_000;
const giver: Actor = { kind: 'system', id: 'sandbox', name: '测试环境', ip: '' };
