import { createHash, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { GiftType } from '../../../domain/business/codes/points.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { phoneFault } from '../../../domain/kit/text/phone-fault.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { groupCommit } from '../../platform/db/batches/group-commit.ts';
import { isSpelled } from '../../desk/lists/mobile-of-users.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { recordActs, type Act, type Actor } from '../../desk/trail/trail.ts';
import { grantAll } from './ledger.ts';
import { insertGiftRequests } from './store.ts';

export interface Gift {
  readonly mobile: string;
  readonly type: UserType;
  readonly pointsType: GiftType;
  /** A positive integer. */
  readonly points: number;
  readonly explain: string;
  /** A repeated id of the same operator gives nothing more. */
  readonly requestId?: string | undefined;
}

/**
 * Gives points to verified users: the booking, the request's record and the trail row in one transaction. Concurrent gifts share a
 * transaction, because gifts to one user would otherwise wait for each other's balance lock and disk write; but each is refused on its own.
 * A repeated request gets the first answer, and gives nothing more.
 * @throws Refusal `该用户不存在`, what is wrong with its number, `该用户未实名通过`, or if the request was used for another gift.
 */
export function giftService(db: Database): (gift: Gift, giver: Actor) => Promise<void> {
  const give = groupCommit((asked: readonly AskedGift[]) => db.transaction().execute((tx) => giveAll(tx, asked)));
  return ({ requestId = randomUUID(), ...gift }, giver) => give({ gift, giver, requestId, fingerprint: fingerprintOf(gift) });
}

/** The user with a mobile number and a type. @throws Refusal if there is none, or the user is not verified. */
export async function findReceiver(db: Database | Tx, named: Named): Promise<Receiver> {
  const receiver = (await receiversOf(db, [named])).get(nameOf(named));
  const refusal = refusalOf(receiver, named);
  if (!receiver || refusal) throw refusal;
  return receiver;
}

interface AskedGift {
  readonly gift: Omit<Gift, 'requestId'>;
  readonly giver: Actor;
  readonly requestId: string;
  readonly fingerprint: Buffer;
}
type Named = Pick<Gift, 'type' | 'mobile'>;
interface Receiver extends Named, Pick<Selectable<Tables['users']>, 'id' | 'name' | 'status'> {
  readonly others: number;
}

async function giveAll(tx: Tx, asked: readonly AskedGift[]): Promise<PromiseSettledResult<void>[]> {
  const receivers = await receiversOf(
    tx,
    asked.map(({ gift }) => gift),
  );
  const receiverOf = ({ gift }: AskedGift): Receiver | undefined => receivers.get(nameOf(gift));
  // Refused requests are not recorded, so they may be sent again.
  const first = await rememberFirst(
    tx,
    asked.filter((one) => refusalOf(receiverOf(one), one.gift) === undefined),
  );
  const earlier = await earlierFingerprints(
    tx,
    asked.filter((one) => !first.has(one)),
  );
  await book(
    tx,
    [...first].map((one) => ({ ...one, receiverId: receiverOf(one)?.id ?? '' })),
  );
  return asked.map((one) => {
    const fingerprint = earlier.get(keyOf(one));
    if (first.has(one) || fingerprint?.equals(one.fingerprint)) return { status: 'fulfilled', value: undefined };
    return {
      status: 'rejected',
      reason: fingerprint ? refuse('该请求已提交过其他内容，请核对赠送记录后重新填写') : refusalOf(receiverOf(one), one.gift),
    };
  });
}

/**
 * By their names; `mobile` is the number as asked. Of several users who registered one number in other spellings, a verified one is chosen,
 * who has the spelling of today, or who was first; `others` counts the rest.
 */
async function receiversOf(db: Database | Tx, named: readonly Named[]): Promise<Map<string, Receiver>> {
  const { rows } = await sql<Receiver>`
    select u.id, u.name, a.mobile, u.type, u.status, u.others
      from unnest(${named.map(({ type }) => type)}::text[], ${named.map(({ mobile }) => mobile)}::text[]) a (type, mobile)
      cross join lateral (
        select s.*, (count(*) over () - 1)::integer as others from (select * from users where type = a.type and mobile = a.mobile
          union all
          select * from users where type = a.type and mobile <> a.mobile and ${isSpelled(sql.ref('mobile'), sql.ref('a.mobile'))}) s
        order by s.status = 'approved' desc, s.mobile = a.mobile desc, s.id limit 1) u`.execute(db);
  return new Map(rows.map((user) => [nameOf(user), user]));
}

/** @param mobile as asked. Whoever has no number is told so, not that its user does not exist. */
function refusalOf(receiver: Receiver | undefined, { mobile }: Named): Refusal | undefined {
  const unknown = phoneFault(mobile)?.words ?? '该用户不存在';
  if (!receiver) return refuse(unknown, { mobile: unknown });
  if (receiver.status === 'approved') return undefined;
  return new Refusal('rule', '该用户未实名通过', { mobile: '该用户未实名通过' }, { isUnverified: true });
}

/**
 * Records requests and returns those that are new. A concurrent duplicate waits for the first one's outcome. Sorted by key, so that two
 * batches cannot deadlock.
 */
async function rememberFirst(tx: Tx, asked: readonly AskedGift[]): Promise<Set<AskedGift>> {
  const byKey = new Map(asked.toReversed().map((one) => [keyOf(one), one]));
  if (byKey.size === 0) return new Set();
  const sorted = [...byKey.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const keys = await insertGiftRequests(
    tx,
    sorted.map(({ giver, requestId, fingerprint }) => ({ account_id: giver.id, request_id: requestId, fingerprint })),
  );
  return new Set(asked.filter((one) => byKey.get(keyOf(one)) === one && keys.has(keyOf(one))));
}

/** The fingerprints with which the requests were first sent, by their keys. */
async function earlierFingerprints(tx: Tx, asked: readonly AskedGift[]): Promise<Map<string, Buffer>> {
  if (asked.length === 0) return new Map();
  const rows = await tx
    .selectFrom('points_gift_request')
    .selectAll()
    .where(
      sql<boolean>`(account_id, request_id) in (select *
        from unnest(${asked.map(({ giver }) => giver.id)}::bigint[], ${asked.map(({ requestId }) => requestId)}::text[]))`,
    )
    .execute();
  return new Map(rows.map((row) => [`${row.account_id}/${row.request_id}`, row.fingerprint]));
}

async function book(tx: Tx, gifts: readonly (AskedGift & { readonly receiverId: string })[]): Promise<void> {
  if (gifts.length === 0) return;
  const balances = await grantAll(
    tx,
    gifts.map((one) => ({
      userId: one.receiverId,
      points: one.gift.points,
      source: one.gift.pointsType,
      reference: keyOf(one),
      note: one.gift.explain,
      giver: one.giver.name,
    })),
  );
  const acts = gifts.map(({ giver, gift: { points, pointsType: source, explain }, receiverId }, at): { actor: Actor; act: Act } => {
    const after = balances[at];
    if (typeof after !== 'number') throw new Error('a gift was booked before its request');
    return {
      actor: giver,
      act: {
        action: '赠送积分',
        object: `user/${receiverId}`,
        before: { points: after - points },
        after: { points: after, gift: points, source, explain },
      },
    };
  });
  await recordActs(tx, acts);
}

function fingerprintOf({ mobile, type, pointsType, points, explain }: Omit<Gift, 'requestId'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([mobile, type, pointsType, points, explain]))
    .digest();
}

function keyOf({ giver, requestId }: AskedGift): string {
  return `${giver.id}/${requestId}`;
}

function nameOf({ type, mobile }: Named): string {
  return `${type} ${mobile}`;
}
