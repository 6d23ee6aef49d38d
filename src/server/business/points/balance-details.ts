import { sql, type RawBuilder } from 'kysely';
import type { BalanceDetail, BalanceHolder } from './wire-rows.ts';
import { giftType, type BusinessType, type OrderType } from '../../../domain/business/codes/points.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { streamStatement } from '../../desk/lists/stream.ts';

export interface DetailFilters {
  readonly userId: string;
  readonly time?: TimeRange | undefined;
  readonly order?: OrderType | undefined;
}

/** One page of a user's bookings, newest first, with the exact total, from one snapshot. Null if there is no such user. */
export async function listDetails(
  db: Database,
  filters: DetailFilters,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BalanceDetail[]; total: number; holder: BalanceHolder } | null> {
  const accounts = await accountsOf(db, filters.userId);
  if (!accounts) return null;
  const { rows } = await sql<{ total: string } & (Booking | { id: null })>`
    with bookings as not materialized (${bookingsOf(accounts, filters)})
    select counted.total, page.* from (select count(*) as total from bookings) counted
    left join (select * from bookings ${newestFirst} limit ${limit} offset ${(page - 1) * limit}) page on true ${newestFirst}`.execute(db);
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [detailOf(row, accounts)])),
    total: Number(rows[0]?.total ?? 0),
    holder: await ownerOf(db, filters.userId),
  };
}

/** The user and their balance. Read after the bookings, so that it is not older than they are. */
async function ownerOf(db: Database, userId: string): Promise<BalanceHolder> {
  return db
    .selectFrom('users')
    .leftJoin('points_account', 'points_account.user_id', 'users.id')
    .select(['users.id', 'users.type', 'users.name', 'users.mobile', 'points_account.balance as points'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Every booking of a user under the filters, newest first, in batches. Null if there is no such user. */
export async function streamDetails(db: Database, lists: Lists, filters: DetailFilters): Promise<AsyncGenerator<BalanceDetail[]> | null> {
  const accounts = await accountsOf(db, filters.userId);
  if (!accounts) return null;
  const { sql: text, parameters: values } = sql`${bookingsOf(accounts, filters)} ${newestFirst}`.compile(db);
  const batches = streamStatement(lists.reads.streams, { text, values });
  return (async function* () {
    for await (const rows of batches) {
      // Columns in the order of bookingsOf; the streamed rows carry no types.
      yield (rows as [string, Date, string, string, string][]).map(([id, at, order_no, points, house]) =>
        detailOf({ id, at, order_no, points, house }, accounts),
      );
    }
  })();
}

interface Booking {
  readonly id: string;
  readonly at: Date;
  readonly order_no: string;
  readonly points: string;
  /** The office's account on the other side. */
  readonly house: string;
}
interface Accounts {
  /** Null if nothing was ever booked for the user. */
  readonly own: string | null;
  readonly business: ReadonlyMap<string, BusinessType>;
}

async function accountsOf(db: Database, userId: string): Promise<Accounts | null> {
  const { rows } = await sql<{ id: string | null; kind: string | null }>`
    select a.id, a.kind from users u left join points_account a on a.user_id = u.id where u.id = ${userId}
    union all select id, kind from points_account where user_id is null`.execute(db);
  const user = rows.find(({ kind }) => kind === null || kind === 'user');
  if (!user) return null;
  const house = rows.flatMap(({ id, kind }) => (id === null || kind === null || kind === 'user' ? [] : [[id, businessOf(kind)] as const]));
  return { own: user.id, business: new Map(house) };
}

function businessOf(kind: string): BusinessType {
  // A check constraint of points_account allows only these kinds and the gifts.
  return (giftType.names as readonly string[]).includes(kind) ? 'gift' : (kind as Exclude<BusinessType, 'gift'>);
}

/** A refund of a business belongs to the consumption: the points come in, but the type stays 消费. */
function orderOf(business: BusinessType): OrderType {
  return business === 'gift' || business === 'recharge' ? 'recharge' : 'consumption';
}

/** Incoming and outgoing bookings; each part uses its own index. */
function bookingsOf({ own, business }: Accounts, { time, order }: DetailFilters): RawBuilder<unknown> {
  const within = time ? sql`and t.at >= ${time.from} and t.at < ${time.until}` : sql``;
  const houses = order && [...business].filter(([, kind]) => orderOf(kind) === order).map(([id]) => id);
  const from = houses ? sql`and t.from_account = any(${houses}::bigint[])` : sql``;
  const to = houses ? sql`and t.to_account = any(${houses}::bigint[])` : sql``;
  return sql`
    select t.id, t.at, t.order_no, t.points, t.from_account as house from points_transfer t
      where t.to_account = ${own}::bigint ${within} ${from}
    union all
    select t.id, t.at, t.order_no, -t.points, t.to_account from points_transfer t where t.from_account = ${own}::bigint ${within} ${to}`;
}

const newestFirst = sql`order by at desc, id desc`;

function detailOf({ at, order_no, points, house }: Booking, { business }: Accounts): BalanceDetail {
  const kind = business.get(house);
  if (kind === undefined) throw new Error(`points_transfer ${order_no} has no house account`);
  return { orderNo: order_no, business: kind, order: orderOf(kind), at, points: Number(points) };
}
