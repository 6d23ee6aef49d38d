import type { Tx } from '../db/database.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { grant } from './ledger.ts';

/** What every user of a sandbox begins with, as a gift for tests, in the transaction that registers them. */
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
