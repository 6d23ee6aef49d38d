import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { IntakeRefusal } from './refusal.ts';

/** A creating call, by the id that its client gave it. */
export interface UniqueRequest {
  readonly appId: string;
  readonly uniqueId: string;
  /** What makes it the same call again. */
  readonly content: unknown;
}
type Answer = Record<string, unknown>;

/** Whether an answer is remembered under the id: then the call is a repetition, and needs nothing any more. */
export async function wasAnswered(db: Database, appId: string, uniqueId: string): Promise<boolean> {
  const earlier = await db.selectFrom('intake_request').select('app_id').where('app_id', '=', appId).where('unique_id', '=', uniqueId).executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Carries a creating call out once: the same unique_id with the same content answers the first answer, with other content 409.
 * The work and the remembered answer are one transaction; callers of the same id wait for one another.
 */
export async function once<Result extends Answer>(db: Database, request: UniqueRequest, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const [outcome] = await onceEach(tx, [request], async () => [{ status: 'fulfilled', value: await work(tx) }]);
    if (outcome?.status !== 'fulfilled') throw outcome?.reason;
    return outcome.value;
  });
}

/**
 * As `once`, for many calls in one transaction. @param workAll settles calls of different ids; what it refuses has left nothing, and is not remembered.
 * @returns for each request, in order, its answer or why it was refused.
 */
export async function onceEach<Request extends UniqueRequest, Result extends Answer>(
  tx: Tx,
  requests: readonly Request[],
  workAll: (fresh: readonly Request[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): Promise<PromiseSettledResult<Result>[]> {
  const keyed = requests.map((request) => ({ request, key: `${request.appId}\n${request.uniqueId}`, fingerprint: createHash('sha256').update(JSON.stringify(request.content)).digest() }));
  // In one order for everybody: two batches that share ids wait for one another and do not deadlock.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${keyed.map(({ key }) => key)}::text[]) given (name) order by key) held`.execute(tx);
  const known = await remembered(tx, requests);
  const outcomes = new Map<Request, PromiseSettledResult<Result>>();

  for (let open = keyed; open.length > 0; open = open.filter(({ request }) => !outcomes.has(request))) {
    for (const { request, key, fingerprint } of open) {
      const earlier = known.get(key);
      if (earlier) outcomes.set(request, earlier.fingerprint.equals(fingerprint) ? { status: 'fulfilled', value: earlier.answer as Result } : { status: 'rejected', reason: otherContent() });
    }
    // Of one id that comes twice the second waits a round for what became of the first.
    const fresh = open.filter(({ request, key }, at) => !outcomes.has(request) && open.findIndex((other) => other.key === key) === at);
    if (fresh.length === 0) continue;
    const settled = await workAll(fresh.map(({ request }) => request));
    const answered = fresh.flatMap(({ request, key, fingerprint }, at) => {
      const outcome = settled[at] ?? { status: 'rejected', reason: new Error('the call was not settled') };
      outcomes.set(request, outcome);
      return outcome.status === 'fulfilled' ? [{ request, key, fingerprint, answer: outcome.value }] : [];
    });
    for (const { key, fingerprint, answer } of answered) known.set(key, { fingerprint, answer });
    await remember(tx, answered);
  }
  return requests.flatMap((request) => outcomes.get(request) ?? []);
}

interface Remembered {
  readonly fingerprint: Buffer;
  readonly answer: Answer;
}

async function remembered(tx: Tx, requests: readonly UniqueRequest[]): Promise<Map<string, Remembered>> {
  const { rows } = await sql<Remembered & { key: string }>`
    select app_id || E'\n' || unique_id as key, fingerprint, answer from intake_request
     where (app_id, unique_id) in (select * from unnest(${requests.map(({ appId }) => appId)}::text[], ${requests.map(({ uniqueId }) => uniqueId)}::text[]))`.execute(tx);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

async function remember(tx: Tx, answered: readonly { readonly request: UniqueRequest; readonly fingerprint: Buffer; readonly answer: Answer }[]): Promise<void> {
  if (answered.length === 0) return;
  const rows = answered.map(({ request: { appId, uniqueId }, fingerprint, answer }) => ({ app_id: appId, unique_id: uniqueId, fingerprint, answer: JSON.stringify(answer) }));
  await tx.insertInto('intake_request').values(rows).execute();
}

function otherContent(): IntakeRefusal {
  return new IntakeRefusal(409, 'conflict', 'unique_id was used with other content');
}
