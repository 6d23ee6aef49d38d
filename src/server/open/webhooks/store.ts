import { sql } from 'kysely';
import type { WebhookReason } from '../../../domain/business/codes/webhooks.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

// Queries that lock or change endpoints and their secrets.
//
// Order of locks: the endpoints of a client, by an advisory lock, when one is added; the endpoint; its secrets. Deliveries have their own
// stores in `delivery`, which lock them before the endpoint.

export interface Endpoint {
  readonly id: string;
  readonly app_id: string;
  readonly url: string;
  readonly types: string[];
  readonly description: string;
  readonly status: 'enabled' | 'disabled';
  readonly reason: WebhookReason | null;
  readonly created_at: Date;
  readonly last_success_at: Date | null;
  readonly failing_since: Date | null;
  readonly failures: number;
}

export type EndpointChanges = Partial<Pick<Endpoint, 'url' | 'types' | 'description' | 'status' | 'reason'>>;

/** Endpoints of one client, or all. */
export function listEndpoints(db: Database | Tx, appId?: string): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook')
    .select(endpointColumns)
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? ''))
    .orderBy('id')
    .execute();
}

/** Whether any client has an endpoint. */
export async function hasEndpoints(db: Database): Promise<boolean> {
  return (await db.selectFrom('webhook').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export function findEndpoint(db: Database | Tx, id: string): Promise<Endpoint | undefined> {
  return db.selectFrom('webhook').select(endpointColumns).where('id', '=', id).executeTakeFirst();
}

const endpointColumns = [
  'id',
  'app_id',
  'url',
  'types',
  'description',
  'status',
  'reason',
  'created_at',
  'last_success_at',
  'failing_since',
  'failures',
] as const;

/** Serialises additions of endpoints of one client. @returns how many it has. */
export async function lockEndpointsOf(tx: Tx, appId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks\n${appId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The addresses of a client's endpoints that the office disabled. */
export async function addressesClosed(tx: Tx, appId: string): Promise<string[]> {
  const closed = tx
    .selectFrom('webhook')
    .select('url')
    .where('app_id', '=', appId)
    .where('status', '=', 'disabled')
    .where('reason', '=', 'office');
  return (await closed.execute()).map(({ url }) => url);
}

/** Adds an endpoint. Events already in the feed are not sent to it. @returns its id. */
export async function insertEndpoint(tx: Tx, endpoint: Pick<Endpoint, 'app_id' | 'url' | 'types' | 'description'>): Promise<string> {
  const { id } = await tx
    .insertInto('webhook')
    .values({ ...endpoint, after_place: sql<string>`coalesce((select max(place) from event), 0)` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function lockEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  return tx.selectFrom('webhook').select(endpointColumns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a locked endpoint. @param isFresh resets its health, because its address changed or it was enabled again. */
export async function changeEndpoint(tx: Tx, id: string, changes: EndpointChanges, isFresh: boolean): Promise<void> {
  const forgotten = isFresh ? { failing_since: null, failures: 0 } : {};
  if (Object.keys(changes).length > 0 || isFresh)
    await tx
      .updateTable('webhook')
      .set({ ...changes, ...forgotten })
      .where('id', '=', id)
      .execute();
}

/**
 * Deletes an endpoint with its pending deliveries. A delivery that is locked is being settled, and its transaction will wait for the
 * endpoint: to wait for it would be a deadlock. If it is due again after that, `forgetAttempts` deletes it.
 */
export async function removeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute();
  await sql`
    delete from webhook_delivery
     where id in (select id from webhook_delivery where webhook_id = ${id}::bigint for update skip locked)`.execute(tx);
}

/** The new secret is current from the commit on; the previous one signs for another day. @returns how many then sign. */
export async function insertSecret(tx: Tx, webhookId: string, sealed: Buffer): Promise<number> {
  await sql`delete from webhook_secret where webhook_id = ${webhookId}::bigint and until <= now()`.execute(tx);
  await tx
    .updateTable('webhook_secret')
    .set({ until: sql<Date>`clock_timestamp() + interval '24 hours'` })
    .where('webhook_id', '=', webhookId)
    .where('until', 'is', null)
    .execute();
  await tx.insertInto('webhook_secret').values({ webhook_id: webhookId, sealed }).execute();
  const { count } = await tx
    .selectFrom('webhook_secret')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return count;
}
