import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** An attempt that was made or is pending. */
export interface ListedAttempt {
  readonly id: string;
  readonly place: string;
  readonly type: string;
  readonly attempt: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Null if it is pending. */
  readonly at: Date | null;
  readonly http_status: number | null;
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly next_at: Date | null;
  readonly request_headers: Record<string, string> | null;
  readonly answer: string | null;
}

/** The attempt after which a page begins. Pending attempts come first, then those made, each newest first. */
export interface AttemptCursor {
  readonly waits: boolean;
  readonly id: string;
}

export interface AttemptRange {
  readonly webhookId: string;
  /** All if undefined. */
  readonly status?: ListedAttempt['status'] | undefined;
  readonly after?: AttemptCursor | undefined;
  readonly limit: number;
}

/** A page of an endpoint's attempts, and the cursor of the next page; null at the end. */
export async function listAttempts(
  db: Database,
  range: AttemptRange,
): Promise<{ readonly rows: readonly ListedAttempt[]; readonly next: AttemptCursor | null }> {
  const { status, after, limit } = range;
  const waiting = (status === undefined || status === 'pending') && after?.waits !== false ? await listWaiting(db, range) : [];
  const left = limit - waiting.length;
  const made = left > 0 && status !== 'pending' ? await listMade(db, range, left) : [];
  const rows = [...waiting, ...made];
  const last = rows.at(-1);
  return { rows, next: rows.length === limit && last ? { waits: last.status === 'pending', id: last.id } : null };
}

/** One attempt that was made; the newest if the event was sent more than once. */
export async function findAttempt(db: Database, webhookId: string, place: string): Promise<ListedAttempt | undefined> {
  return db
    .selectFrom('webhook_attempt')
    .select(madeColumns)
    .where('webhook_id', '=', webhookId)
    .where('place', '=', place)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function listWaiting(db: Database, { webhookId, after, limit }: AttemptRange): Promise<ListedAttempt[]> {
  const { rows } = await sql<ListedAttempt>`
    select d.id, d.place, e.type, d.attempt, 'pending' as status, null as at, null as http_status, null as duration_ms, null as error,
           d.due_at as next_at, null as request_headers, null as answer
      from webhook_delivery d join event e on e.place = d.place
     where d.webhook_id = ${webhookId}::bigint ${after === undefined ? sql`` : sql`and d.id < ${after.id}::bigint`}
     order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

async function listMade(db: Database, { webhookId, status, after }: AttemptRange, limit: number): Promise<ListedAttempt[]> {
  return db
    .selectFrom('webhook_attempt')
    .select(madeColumns)
    .where('webhook_id', '=', webhookId)
    .$if(status === 'succeeded' || status === 'failed', (query) => query.where('status', '=', status === 'failed' ? 'failed' : 'succeeded'))
    .$if(after?.waits === false, (query) => query.where('id', '<', after?.id ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const madeColumns = [
  'id',
  'place',
  'type',
  'attempt',
  'status',
  'at',
  'http_status',
  'duration_ms',
  'error',
  'next_at',
  'request_headers',
  'answer',
] as const;
