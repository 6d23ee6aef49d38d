import { sql } from 'kysely';
import type { UserType } from '../../../domain/business/codes/users.ts';
import {
  maxSteps,
  type CustodyStep,
  type OfficeRecord,
  type RereadRecord,
  type ReviewRecord,
  type SubmitterRecord,
} from '../../../domain/proof/dossier/facts/office-record.ts';
import { isLoopbackAddress } from '../../../domain/kit/text/loopback-address.ts';
import type { Database } from '../../platform/db/database.ts';
import { readPlatformFigures } from '../platform/figures.ts';
import type { ActorKind, ObjectState } from '../../platform/db/tables.ts';

export interface RecordedEvidence {
  readonly number: string;
  readonly userId: string;
  /** When the office received it. Later reviews say nothing about who handed it in. */
  readonly receivedAt: Date;
  /** SHA-256 of all stored files. */
  readonly files: readonly string[];
  /** Address of the timestamp authority; null without one. */
  readonly authorityUrl: string | null;
}

/** The office's own records about an evidence: its user and their review, the trail, the declared values, the scrub. */
export async function readOfficeRecord(db: Database, evidence: RecordedEvidence): Promise<OfficeRecord> {
  const [user, reviews, acts, recording, reread, platform] = await Promise.all([
    findUser(db, evidence.userId),
    findReviews(db, evidence),
    listActs(db, evidence.number),
    findRecording(db, evidence.number),
    findReread(db, evidence.files),
    readPlatformFigures(db),
  ]);
  const steps = stepsOf(acts.slice(0, mostActs));
  const client = acts.find(({ actor_kind }) => actor_kind === 'client');
  return {
    type: 'office-record',
    version: 1,
    number: evidence.number,
    submitter: {
      ownerType: user.type,
      registeredAt: user.registered_at.toISOString(),
      ...reviews,
      client: client ? { appId: client.actor_id, name: client.actor_name } : null,
    },
    transfer: { declaredSha256: recording?.sha256 ?? null, declaredSeconds: recording?.said_seconds ?? null },
    reread,
    ...(evidence.authorityUrl === null
      ? {}
      : { timestampAuthority: isLoopbackAddress(evidence.authorityUrl) ? ('this-machine' as const) : ('elsewhere' as const) }),
    platform,
    custody: steps.slice(0, maxSteps),
    stepsLeftOut: acts.length - steps.slice(0, maxSteps).reduce((sum, { count }) => sum + count, 0),
  };
}

async function findUser(db: Database, id: string): Promise<{ type: UserType; registered_at: Date }> {
  return db.selectFrom('users').select(['type', 'registered_at']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** A user who passed stays approved whatever becomes of later supplements. */
async function findReviews(
  db: Database,
  { userId, receivedAt }: RecordedEvidence,
): Promise<Pick<SubmitterRecord, 'review' | 'refusedSupplement'>> {
  const rows = await db
    .selectFrom('check_record')
    .select(['verified_at', 'result', 'verifier'])
    .where('user_id', '=', userId)
    .where('verified_at', '<=', receivedAt)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [last] = rows;
  const stood = rows.find(({ result }) => result === 'passed') ?? last;
  const isRefusedSince = stood?.result === 'passed' && last?.result === 'failed';
  return {
    review: stood ? reviewOf(stood) : null,
    ...(isRefusedSince ? { refusedSupplement: reviewOf(last) } : {}),
  };
}

function reviewOf({ verified_at: at, result, verifier: by }: ReviewRow): ReviewRecord {
  return { at: at.toISOString(), result, by };
}

interface ReviewRow {
  readonly verified_at: Date;
  readonly result: 'passed' | 'failed';
  readonly verifier: string;
}

interface ActRow {
  readonly at: Date;
  readonly actor_kind: ActorKind;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly action: string;
}

/** Acts on the evidence and on the capture or recording it came from, in order. */
async function listActs(db: Database, number: string): Promise<ActRow[]> {
  const objects = ['evidence', 'capture', 'recording'].map((kind) => `${kind}/${number}`);
  return db
    .selectFrom('trail')
    .select(['at', 'actor_kind', 'actor_id', 'actor_name', 'action'])
    .where('object', 'in', objects)
    .orderBy('id')
    .limit(mostActs)
    .execute();
}

/** Merges consecutive equal acts by the same actor into one step. */
function stepsOf(acts: readonly ActRow[]): CustodyStep[] {
  const steps: CustodyStep[] = [];
  for (const { at, actor_kind: kind, actor_name: name, action: act } of acts) {
    const last = steps.at(-1);
    const time = at.toISOString();
    if (last && last.act === act && last.hand.kind === kind && last.hand.name === name)
      steps[steps.length - 1] = { ...last, until: time, count: last.count + 1 };
    else steps.push({ from: time, until: time, hand: { kind, name }, act, count: 1 });
  }
  return steps;
}

async function findRecording(db: Database, number: string) {
  return db.selectFrom('recording').select(['sha256', 'said_seconds']).where('number', '=', number).executeTakeFirst();
}

/** The files that are known to be damaged or missing. */
export async function listFaultyFiles(db: Database, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('stored_object')
    .select('sha256')
    .where('sha256', 'in', [...files])
    .where('state', 'in', ['damaged', 'missing'])
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The worst state among the files, and the earliest of their last checks. */
async function findReread(db: Database, files: readonly string[]): Promise<RereadRecord> {
  const { rows } = await sql<{ state: ObjectState; checked_at: Date | null }>`
    select state, checked_at from stored_object where sha256 = any(${[...files]})`.execute(db);
  const checkTimes = rows.flatMap(({ checked_at }) => (checked_at ? [checked_at.getTime()] : []));
  const isLookedAt = files.length > 0 && checkTimes.length === files.length;
  const worst = (['missing', 'damaged', 'unchecked', 'whole'] as const).find((state) => rows.some((row) => row.state === state));
  const state = worst === 'whole' && !isLookedAt ? 'unchecked' : (worst ?? 'unchecked');
  return { at: isLookedAt ? new Date(Math.min(...checkTimes)).toISOString() : null, state };
}

const mostActs = 20_000;
