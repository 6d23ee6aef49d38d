import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Database } from '../../src/server/platform/db/database.ts';
import { evidenceCreator } from '../../src/server/business/evidence/intake/create-evidence.ts';
import { checkLedger } from '../../src/server/business/points/check.ts';
import { giftService } from '../../src/server/business/points/gift.ts';
import { consume, grant, pointsOf } from '../../src/server/business/points/ledger.ts';
import type { Actor } from '../../src/server/desk/trail/trail.ts';

const bookings = 1_000;
const bookingsPerSecond = 300;
/**
 * On a slow disk: the minimum share of bookings with a transaction each, compared with as many concurrent bare updates of one row in the
 * same run.
 */
const shareOfFloor = 0.2;

/**
 * Measures concurrent gifts to one user and points that the user spends, each durable when it is counted. First in the ways of the program:
 * batched gifts, and stored evidence with all its rows. Then bookings with a transaction each, where no two bookings of one account can
 * share a write to the disk.
 * @returns the missed bounds.
 */
export async function measureHotAccount({ db, pool }: { readonly db: Database; readonly pool: Pool }): Promise<string[]> {
  const missed: string[] = [];
  const ways = await waysOf(db);
  await ways.give(10 * bookings);
  const floor = await floorOf(pool);
  console.log(`${bookings} updates of one row at once, a durable transaction each: ${floor.toFixed(0)}/s`);
  for (const [name, gift, spend, atLeast] of [
    ['at the gift desk and for evidence', ways.give, ways.keepEvidence, bookingsPerSecond],
    ['as a transaction each', ways.grant, ways.consume, Math.min(bookingsPerSecond, floor * shareOfFloor)],
  ] as const) {
    for (const kind of ['gifts and consumptions', 'consumptions alone', 'gifts alone'] as const) {
      const before = await ways.points();
      const started = performance.now();
      const booked = await Promise.all(
        Array.from({ length: bookings }, async (_, at) => {
          const isGift = kind === 'gifts alone' || (kind !== 'consumptions alone' && at % 2 === 0);
          await (isGift ? gift(3) : spend());
          return isGift ? 3 : -1;
        }),
      );
      const perSecond = (bookings * 1000) / (performance.now() - started);
      const expected = booked.reduce((sum, points) => sum + points, before);
      const left = await ways.points();
      console.log(
        `${bookings} ${kind} of one account at once, ${name}: ` +
          `${perSecond.toFixed(0)}/s, ${(perSecond / floor).toFixed(2)} x; ${left} points left, ${expected} expected`,
      );
      if (left !== expected) missed.push(`${kind}, ${name}: ${left} points left, ${expected} expected`);
      if (perSecond < atLeast) missed.push(`${kind}, ${name}: ${perSecond.toFixed(0)}/s, wanted at least ${atLeast.toFixed(0)}`);
    }
  }
  const { broken } = await checkLedger(db);
  if (broken) missed.push(`the ledger of user ${broken.userId}: ${broken.of} says ${broken.kept}, the transfers ${broken.booked}`);
  return missed;
}

/** Gifts and consumptions of one user; a consumption costs one point. */
async function waysOf(db: Database) {
  const { mobile, ...owner } = await db
    .selectFrom('users')
    .select(['id', 'name', 'type', 'mobile'])
    .where('type', '=', 'enterprise')
    .where('status', '=', 'approved')
    .orderBy('registered_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const userId = owner.id;
  await db
    .insertInto('account')
    .values({ username: 'giver', password_hash: '', realname: 'giver', mobile: '', role_id: '1' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: accountId } = await db.selectFrom('account').select('id').where('username', '=', 'giver').executeTakeFirstOrThrow();
  await db
    .insertInto('credential')
    .values({ app_id: 'bench', security_key: '', kind: 'platform', user_id: null, name: 'bench' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const operator: Actor = { kind: 'operator', id: accountId, name: 'giver', ip: '' };
  const client: Actor = { kind: 'client', id: 'bench', name: 'bench', ip: '' };
  const [desk, keep] = [giftService(db), evidenceCreator(db, 1)];
  const ownerSecret = randomBytes(32);
  return {
    points: () => pointsOf(db, userId),
    give: (points: number) => desk({ mobile, type: 'enterprise', pointsType: 'giftTest', points, explain: 'bench' }, operator),
    keepEvidence: () => {
      const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
      const file = { name: 'original-1.png', role: 'original', sha256, sm3: sha256, sizeBytes: 1, mediaType: 'image/png' } as const;
      const evidence = {
        kind: 'photo',
        title: 'bench',
        fileName: 'bench.png',
        address: '',
        startAt: null,
        endAt: null,
        device: null,
        files: [file],
        ownerSecret,
      } as const;
      return keep({ appId: 'bench', uniqueId: randomUUID(), content: sha256, userId, owner, evidence, actor: client });
    },
    grant: (points: number) => db.transaction().execute((tx) => grant(tx, { userId, points, source: 'giftTest', reference: randomUUID() })),
    consume: () => db.transaction().execute((tx) => consume(tx, userId, 1, 'evidence', randomUUID())),
  };
}

/** The number of concurrent durable updates of one row that the machine does in a second. */
async function floorOf(pool: Pool): Promise<number> {
  await pool.query('create table if not exists bench_hot_row (n bigint not null) with (fillfactor = 50)');
  await pool.query('insert into bench_hot_row select 0 where not exists (select from bench_hot_row)');
  const started = performance.now();
  await Promise.all(Array.from({ length: bookings }, () => pool.query('update bench_hot_row set n = n + 1')));
  return (bookings * 1000) / (performance.now() - started);
}
