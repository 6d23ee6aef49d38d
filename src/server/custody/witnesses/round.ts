import type { WitnessOutcome } from '../../../domain/business/codes/witnesses.ts';
import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import type { KnownSignature } from '../../../domain/proof/tlog/cosignatures/note-signatures.ts';
import type { NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import { judgePolicy } from '../../../domain/proof/tlog/policy/judge-policy.ts';
import type { Database } from '../../platform/db/database.ts';
import { emitCosigned, lockAnchored } from '../../desk/events/anchored-store.ts';
import { withCosignatures } from '../log/cosigned.ts';
import { readHead } from '../log/log-store.ts';
import { askWitness, type WitnessAnswer } from './ask.ts';
import { judgeContradiction, recordConflict, type JudgedConflict } from './conflict.ts';
import type { OfficePolicy, WitnessEndpoint } from './office-policy.ts';
import { claimRound, dueEndpoints, endRound, storeAnswer, storeCosignatures, storeCosigned, type Round } from './round-store.ts';
import { WitnessError } from './witness-transport.ts';

export interface RoundDeps {
  readonly db: Database;
  readonly policy: OfficePolicy;
  /** Key of the log. */
  readonly key: NoteKey;
  /** Reports something that an administrator has to act on, in one line. */
  readonly alarm: (line: string) => void;
}

/**
 * Runs one round: all due addresses are asked for the same checkpoint concurrently, and each answer is stored on arrival. No transaction is
 * open during the requests. If a server dies, the next round repeats its requests.
 * @param everySeconds interval between the starts of two rounds, and the limit for one round. @returns the number of addresses that
 * cosigned; null if no round was due.
 */
export async function witnessRound(deps: RoundDeps, everySeconds = roundSeconds): Promise<number | null> {
  const { db, policy } = deps;
  const round = await claimRound(db, everySeconds);
  if (!round) return null;
  const due = await dueEndpoints(db, policy.endpoints);
  const outcomes = await Promise.all(due.map(async ({ endpoint, state }) => askOne(deps, endpoint, round, state.size)));
  if (await meetsPolicy(db, policy, round)) {
    await db.transaction().execute(async (tx) => {
      await storeCosigned(tx, round.size, policy.sha256);
      await lockAnchored(tx);
      await emitCosigned(tx);
    });
  }
  await endRound(db, round);
  return outcomes.filter((outcome) => outcome === 'cosigned').length;
}

/** Whether the checkpoint of this size has the cosignatures that the policy requires. */
export async function meetsPolicy(
  db: Database,
  { policy }: OfficePolicy,
  { size, note }: { readonly size: number; readonly note: string },
): Promise<boolean> {
  return judgePolicy(policy, utf8(await withCosignatures(db, { size: String(size), note }))).fault === null;
}

async function askOne(deps: RoundDeps, endpoint: WitnessEndpoint, round: Round, knownSize: number): Promise<WitnessOutcome> {
  const began = performance.now();
  const found = await answerOf(deps, endpoint, round, knownSize).catch((error: unknown): Found => {
    if (error instanceof WitnessError) return { outcome: error.kind, size: null, detail: error.message };
    throw error;
  });
  const { signatures = [], conflict, ...answer } = found;
  const isNew = await deps.db.transaction().execute(async (tx) => {
    await storeCosignatures(tx, round, named(endpoint, deps.policy, signatures));
    const isNewConflict = conflict ? await recordConflict(tx, endpoint, conflict) : false;
    await storeAnswer(tx, round, endpoint, { ...answer, tookMs: Math.round(performance.now() - began) });
    return isNewConflict;
  });
  if (conflict && isNew) deps.alarm(alarmText(endpoint, conflict));
  return answer.outcome;
}

interface Found {
  readonly outcome: WitnessOutcome;
  readonly size: number | null;
  readonly detail: string | null;
  readonly signatures?: readonly KnownSignature[];
  readonly conflict?: JudgedConflict;
}

/** @throws WitnessError */
async function answerOf({ db, key }: RoundDeps, endpoint: WitnessEndpoint, round: Round, knownSize: number): Promise<Found> {
  const answer = await askWitness(db, endpoint, round, knownSize);
  if (answer.kind === 'cosigned') return { outcome: 'cosigned', size: round.size, detail: null, signatures: answer.signatures };
  // Another server may have brought it to a larger size meanwhile.
  if (answer.kind === 'above' && answer.size <= (await readHead(db)).size)
    return { outcome: 'later', size: answer.size, detail: `it has cosigned size ${answer.size} meanwhile` };
  return conflictOf(await judgeOrSilent(db, endpoint, key, answer));
}

/** A witness that contradicts and then stops answering counts as one that shows nothing. */
async function judgeOrSilent(
  db: Database,
  endpoint: WitnessEndpoint,
  key: NoteKey,
  answer: Exclude<WitnessAnswer, { readonly kind: 'cosigned' }>,
): Promise<JudgedConflict> {
  const kind = answer.kind === 'above' ? 'ahead' : 'inconsistent';
  const contradiction = { kind, askedSize: answer.askedSize, reportedSize: answer.size } as const;
  return judgeContradiction(db, endpoint, key, contradiction).catch(async (error: unknown) => {
    if (error instanceof WitnessError) return { ...contradiction, newestSize: (await readHead(db)).size, shown: null };
    throw error;
  });
}

function conflictOf(conflict: JudgedConflict): Found {
  const { kind, reportedSize, newestSize, shown } = conflict;
  const said =
    kind === 'ahead'
      ? `it names size ${reportedSize}, and this office has signed up to ${newestSize}`
      : `it refuses the right proof from size ${reportedSize}`;
  if (!shown) return { outcome: 'aside', size: null, detail: `${said}; it shows no checkpoint of another history`, conflict };
  return { outcome: 'forked', size: null, detail: `${said}; it shows size ${shown.checkpoint.size} under this log's key`, conflict };
}

function named(
  { keys }: WitnessEndpoint,
  { policy }: OfficePolicy,
  signatures: readonly KnownSignature[],
): { readonly witness: string; readonly signature: KnownSignature }[] {
  return signatures.flatMap((signature) => {
    const witness = policy.witnesses.find(({ key }) => key === signature.key && keys.includes(key));
    return witness ? [{ witness: witness.name, signature }] : [];
  });
}

function alarmText({ names }: WitnessEndpoint, { shown, reportedSize, newestSize }: JudgedConflict): string {
  const who = names.join(', ');
  return shown
    ? `FORK OF THE LOG: witness ${who} shows a checkpoint of size ${shown.checkpoint.size} under this log's own key that this office ` +
        `never signed (newest here: ${newestSize}). Nothing new is called anchored until an administrator answers it at ` +
        '/office/witness; see docs/operations.md, "A fork of the log".'
    : `witness ${who} is set aside: it contradicts this log (size ${reportedSize}, newest here: ${newestSize}) and shows nothing for it.`;
}

/** One round per minute (spec/court, 5). */
export const roundSeconds = 60;
