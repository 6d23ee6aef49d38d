import { sql } from 'kysely';
import { formatTime } from '../../../../domain/kit/text/time.ts';
import { makeEvidence, type NewEvidence } from '../../../custody/evidence/make-evidence.ts';
import { newEvidenceNumber } from '../../../custody/evidence/store-evidence.ts';
import type { Database } from '../../../platform/db/database.ts';
import { groupCommit } from '../../../platform/db/batches/group-commit.ts';
import { newOrderNo } from '../../payments/order-no.ts';
import type { Actor } from '../../../desk/trail/trail.ts';
import { markFaults, markRefusal } from '../../marks/handed-mark.ts';
import { pointsShort, unknownUser, unverifiedUser, type EvidenceOwner } from '../../users/evidence-owner.ts';
import { fingerprintOf, otherContent, type UniqueRequest } from '../../../open/signed/idempotence.ts';
import { revoked } from '../../../open/signed/refusal.ts';
import { insertBatch, type Receipt } from './store.ts';

/** A client's request to store evidence. */
export interface EvidenceRequest extends UniqueRequest {
  readonly userId: string;
  /** The user as found when the call arrived; null if they may not store evidence, so that the call can only be a repetition. */
  readonly owner: EvidenceOwner | null;
  readonly evidence: Omit<NewEvidence, 'number' | 'owner'>;
  readonly actor: Actor;
}

/**
 * Creates evidence from requests and charges its points, once per unique_id. Concurrent requests share a transaction, but each succeeds or
 * fails on its own, and is answered when it is durable. @throws IntakeRefusal as `mayKeep`, 409, or 401 if the client's credentials have
 * ended
 */
export function evidenceCreator(db: Database, price: number): (request: EvidenceRequest) => Promise<Receipt> {
  return groupCommit((requests) => createEvidenceBatch(db, requests, price));
}

type Outcome = PromiseSettledResult<Receipt>;
interface OpenRequest extends EvidenceRequest {
  /** Position in the batch. */
  readonly at: number;
}

/** Requests that cannot be stored together with the others, or must be built again, go into another round. */
async function createEvidenceBatch(db: Database, requests: readonly EvidenceRequest[], price: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let open: OpenRequest[] = requests.map((request, at) => ({ ...request, at }));
  while (open.length > 0) {
    const savedAt = new Date();
    // If an id occurs twice, the second request waits for the outcome of the first.
    const ids = new Set<string>();
    const together = open.filter(({ appId, uniqueId }) => ids.size < ids.add(`${appId}\n${uniqueId}`).size);
    const made = together.map((request, at) => ({ at: request.at, ...makeRequested(request, at + 1, price, savedAt) }));
    const answers = await insertBatch(db, made, price, savedAt);
    for (const [place, { at, receipt }] of made.entries()) {
      const { outcome, answer } = answers[place] ?? {};
      if (outcome === 'kept') outcomes[at] = { status: 'fulfilled', value: receipt };
      else if (outcome === 'repeated' && answer) outcomes[at] = { status: 'fulfilled', value: answer };
      else if (outcome !== 'changed') outcomes[at] = { status: 'rejected', reason: refusalOf(outcome, price) };
    }
    const left = open.filter(({ at }) => outcomes[at] === undefined);
    open = left.length > 0 ? await withOwners(db, left) : [];
  }
  return outcomes;
}

/** Builds the evidence of a request, with the values that the database checks. @param place position in this round, from 1. */
function makeRequested(request: EvidenceRequest, place: number, price: number, savedAt: Date) {
  const { appId, uniqueId, content, userId, owner, evidence, actor } = request;
  const number = newEvidenceNumber();
  const receipt: Receipt = { baoquan: number, sha256: evidence.files[0].sha256, saveTime: formatTime(savedAt) };
  const owned = { ...evidence, number, owner: owner ?? { id: userId, ...unknownOwner } };
  const made = makeEvidence(owned, actor, { points: price }, savedAt);
  const given = {
    ...made.given,
    place,
    app_id: appId,
    unique_id: uniqueId,
    fingerprint: fingerprintOf(content).toString('hex'),
    holder: owner?.name ?? null,
    order_no: newOrderNo(new Date()),
    answer: receipt,
  };
  return { ...made, given, receipt };
}

/** Placeholder for an unknown user. The database requires a name, and the empty name never matches a real user. */
const unknownOwner = { name: '', type: 'personal' } as const;

function refusalOf(outcome: string | undefined, price: number): Error {
  if (outcome === 'conflict') return otherContent();
  if (outcome === 'revoked') return revoked();
  if (outcome === 'unknown') return unknownUser();
  if (outcome === 'unverified') return unverifiedUser();
  const fault = markFaults.find((known) => known === outcome);
  if (fault) return markRefusal(fault);
  return outcome === 'short' ? pointsShort(price) : new Error(`the database says of an order: ${outcome}`);
}

/** Reads the owners of requests that are retried again. */
async function withOwners(db: Database, open: readonly OpenRequest[]): Promise<OpenRequest[]> {
  const ids = open.map(({ userId }) => userId);
  const owners = await db.selectFrom('users').select(['id', 'name', 'type']).where('id', '=', sql<string>`any(${ids}::bigint[])`).execute();
  return open.map((request) => ({ ...request, owner: owners.find(({ id }) => id === request.userId) ?? null }));
}
