import { sql } from 'kysely';
import { formatTime } from '../../../domain/text/time.ts';
import { makeEvidence, newEvidenceNumber, type NewEvidence } from '../../custody/evidence/store-evidence.ts';
import type { Database } from '../../db/database.ts';
import { groupCommit } from '../../db/group-commit.ts';
import { newOrderNo } from '../../payments/order-no.ts';
import type { Actor } from '../../trail/trail.ts';
import { pointsShort, unknownUser, unverifiedUser, type EvidenceOwner } from '../../users/evidence-owner.ts';
import { fingerprintOf, otherContent, type UniqueRequest } from '../../signed/idempotence.ts';
import { revoked } from '../../signed/refusal.ts';

/** What a client sent to be kept. */
export interface EvidenceRequest extends UniqueRequest {
  readonly userId: string;
  /** The user as he was found when the call came; null where he was not, and a repetition is all that the call can be. */
  readonly owner: EvidenceOwner | null;
  readonly evidence: Omit<NewEvidence, 'number' | 'owner'>;
  readonly actor: Actor;
}
export type Receipt = Record<'baoquan' | 'sha256' | 'saveTime', string>;

/**
 * Makes evidence of what clients sent, and takes its points, once for its unique_id. Requests that come at once share a transaction, and
 * none of them fails for another's fault; each is answered when it is on the disk. @throws IntakeRefusal as `mayKeep`, 409, or 401 when
 * the client's credentials have ended
 */
export function evidenceCreator(db: Database, price: number): (request: EvidenceRequest) => Promise<Receipt> {
  return groupCommit((requests) => createEvidenceBatch(db, requests, price));
}

type Outcome = PromiseSettledResult<Receipt>;
interface PendingRequest {
  readonly request: EvidenceRequest;
  readonly owner: EvidenceOwner | null;
}

/**
 * One statement, and so one transaction and one round trip, for all that can be stored together; what has to be tried again makes another
 * round.
 */
async function createEvidenceBatch(db: Database, requests: readonly EvidenceRequest[], price: number): Promise<Outcome[]> {
  const outcomes = new Map<EvidenceRequest, Outcome>();
  let open: PendingRequest[] = requests.map((request) => ({ request, owner: request.owner }));
  while (open.length > 0) {
    // Of one id that comes twice the second waits for what becomes of the first.
    const ids = new Set<string>();
    const together = open.filter(({ request: { appId, uniqueId } }) => ids.size < ids.add(`${appId}\n${uniqueId}`).size);
    const answers = await createAll(db, together, price);
    for (const [at, { request }] of together.entries()) {
      const answer = answers[at];
      if (answer !== undefined && answer !== 'changed') outcomes.set(request, answer);
    }
    open = await withOwners(
      db,
      open.filter(({ request }) => !outcomes.has(request)),
    );
  }
  return requests.flatMap((request) => outcomes.get(request) ?? []);
}

/**
 * Calls `keep_orders` of the database. @returns for each request its outcome; 'changed' when its owner is another than
 * was thought.
 */
async function createAll(db: Database, pending: readonly PendingRequest[], price: number): Promise<(Outcome | 'changed')[]> {
  const savedAt = new Date();
  const made = pending.map(({ request: { appId, uniqueId, content, userId, evidence, actor }, owner }, at) => {
    const number = newEvidenceNumber();
    const receipt: Receipt = { baoquan: number, sha256: evidence.files[0].sha256, saveTime: formatTime(savedAt) };
    const owned = { ...evidence, number, owner: owner ?? { id: userId, ...unknownOwner } };
    const evidenceRow = makeEvidence(owned, actor, { points: price }, savedAt);
    const given = {
      ...evidenceRow.given,
      place: at + 1,
      app_id: appId,
      unique_id: uniqueId,
      fingerprint: fingerprintOf(content).toString('hex'),
      holder: owner?.name ?? null,
      order_no: newOrderNo(new Date()),
      answer: receipt,
    };
    return { ...evidenceRow, given, receipt };
  });
  const [entries, details] = [made.map(({ entry }) => entry), made.map((one) => one.details)];
  const { rows } = await sql<{ place: number; outcome: string; answer: Receipt | null }>`
    select * from keep_orders(${JSON.stringify(made.map(({ given }) => given))}::json, ${entries}::bytea[], ${details}::bytea[],
      ${price}, ${savedAt})`.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return made.map(({ receipt }, at) => {
    const { outcome, answer } = found.get(at + 1) ?? {};
    if (outcome === 'kept') return { status: 'fulfilled', value: receipt };
    if (outcome === 'repeated' && answer) return { status: 'fulfilled', value: answer };
    return outcome === 'changed' ? outcome : { status: 'rejected', reason: refusalOf(outcome, price) };
  });
}

/** Stands where no user was found: no user is called so, and the database asks for his name. */
const unknownOwner = { name: '', type: 'personal' } as const;

function refusalOf(outcome: string | undefined, price: number): Error {
  if (outcome === 'conflict') return otherContent();
  if (outcome === 'revoked') return revoked();
  if (outcome === 'unknown') return unknownUser();
  if (outcome === 'unverified') return unverifiedUser();
  return outcome === 'short' ? pointsShort(price) : new Error(`the database says of an order: ${outcome}`);
}

/** A request that is tried again gets its owner as the row of users says now. */
async function withOwners(db: Database, pending: readonly PendingRequest[]): Promise<PendingRequest[]> {
  if (pending.length === 0) return [];
  const ids = pending.map(({ request }) => request.userId);
  const owners = await db.selectFrom('users').select(['id', 'name', 'type']).where('id', '=', sql<string>`any(${ids}::bigint[])`).execute();
  return pending.map(({ request }) => ({ request, owner: owners.find(({ id }) => id === request.userId) ?? null }));
}
