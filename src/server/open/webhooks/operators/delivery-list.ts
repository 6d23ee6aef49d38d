import { sql, type RawBuilder } from 'kysely';
import type { DeliveryStatus } from '../../../../domain/business/codes/deliveries.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ListedAttempt } from '../attempts.ts';

export interface DeliveryQuery {
  readonly webhook_id: string;
  readonly status?: DeliveryStatus | undefined;
  readonly page: number;
  readonly limit: number;
}

/** An attempt with its event; `occurred` is null if the event is no longer kept. */
export interface ListedDelivery extends ListedAttempt {
  readonly occurred: Date | null;
  readonly user_id: string | null;
  readonly data: Record<string, unknown> | null;
}

/**
 * A page of an endpoint's attempts, pending first, then those made, each newest first; and their number, of each kind up to a bound. Kept
 * counters would have to change with every attempt, and an exact number of millions is of no use.
 */
export async function listDeliveries(db: Database, { webhook_id: id, status, page, limit }: DeliveryQuery) {
  const [waiting, made] = await Promise.all([
    status === undefined || status === 'pending' ? countUpTo(db, sql`webhook_delivery where webhook_id = ${id}::bigint`) : 0,
    status === 'pending' ? 0 : countUpTo(db, madeBy(id, status)),
  ]);
  const [shownWaiting, shownMade] = [Math.min(waiting, countedMost), Math.min(made, countedMost)];
  const offset = (page - 1) * limit;
  const first = offset < shownWaiting ? await waitingRows(db, id, offset, Math.min(limit, shownWaiting - offset)) : [];
  const left = limit - first.length;
  const rest = left > 0 && made > 0 ? await madeRows(db, id, status, Math.max(0, offset - shownWaiting), left) : [];
  return { rows: [...first, ...rest], total: shownWaiting + shownMade, isBounded: waiting > countedMost || made > countedMost };
}

/** Counts rows up to the bound; returns one more than the bound if there are more. */
async function countUpTo(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} limit ${countedMost + 1}) counted`.execute(db);
  return rows[0]?.n ?? 0;
}

function madeBy(id: string, status: DeliveryStatus | undefined): RawBuilder<unknown> {
  return sql`webhook_attempt where webhook_id = ${id}::bigint ${status === undefined ? sql`` : sql`and status = ${status}`}`;
}

/** Takes some milliseconds of an index; operators do not page further. */
export const countedMost = 10_000;

async function waitingRows(db: Database, id: string, offset: number, limit: number): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select d.id, d.place, coalesce(e.type, '') as type, d.attempt, 'pending' as status, null as at, null as http_status,
           null as duration_ms, null as error, d.due_at as next_at, null as request_headers, null as answer,
           e.at as occurred, e.user_id, e.data
      from (select * from webhook_delivery where webhook_id = ${id}::bigint order by id desc limit ${limit} offset ${offset}) d
      left join event e on e.place = d.place order by d.id desc`.execute(db);
  return rows;
}

async function madeRows(
  db: Database,
  id: string,
  status: DeliveryStatus | undefined,
  offset: number,
  limit: number,
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select a.id, a.place, a.type, a.attempt, a.status, a.at, a.http_status, a.duration_ms, a.error, a.next_at, a.request_headers, a.answer,
           e.at as occurred, e.user_id, e.data
      from (select * from ${madeBy(id, status)} order by id desc limit ${limit} offset ${offset}) a
      left join event e on e.place = a.place order by a.id desc`.execute(db);
  return rows;
}
