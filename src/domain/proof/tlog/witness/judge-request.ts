import { sameBytes } from '../../../kit/bytes/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { verifySignatures } from '../cosignatures/note-signatures.ts';
import { emptyRoot, type Hash } from '../merkle.ts';
import { verifyConsistency } from '../merkle-verify.ts';
import type { Note } from '../signed-note.ts';
import { parseAddCheckpoint } from './add-checkpoint.ts';
import type { KnownLog } from './log-list.ts';

/** A request that may be cosigned if its tree is consistent with the last one that was cosigned. */
export interface SignedRequest {
  readonly log: KnownLog;
  readonly oldSize: number;
  readonly proof: readonly Hash[];
  readonly checkpoint: Checkpoint;
  readonly note: Note;
  /** The log's own valid signature lines, as they appear in the note. */
  readonly logLines: readonly string[];
}

/** A response other than 200 and 409. The reason is for the log's operator. */
export interface Refused {
  readonly status: 400 | 403 | 404 | 422;
  readonly reason: string;
}

/** The tree head of a log that a witness cosigned last. */
export interface WitnessedHead {
  readonly size: number;
  readonly root: Hash;
}

/**
 * Checks everything in a request that does not depend on what was cosigned before. Source: C2SP tlog-witness, add-checkpoint.
 * @param findLog finds a log that this witness knows by its origin.
 */
export function readRequest(body: Uint8Array, findLog: (origin: string) => KnownLog | undefined): SignedRequest | Refused {
  const request = parseAddCheckpoint(body);
  if (!request.ok) return { status: 400, reason: `the request cannot be read: ${request.fault}` };
  const signed = parseCheckpoint(request.value.checkpoint);
  if (!signed.ok) return { status: 400, reason: `the checkpoint cannot be read: ${signed.fault}` };
  const { checkpoint, note } = signed.value;
  const log = findLog(checkpoint.origin);
  if (!log) return { status: 404, reason: 'this witness does not know the checkpoint’s origin' };
  const signatures = verifySignatures(note, log.keys);
  if (!signatures.ok) return { status: 403, reason: 'a signature of a known key does not verify' };
  if (signatures.value.length === 0) return { status: 403, reason: 'no signature of a key that this witness knows for the origin' };
  const { oldSize, proof } = request.value;
  if (oldSize > checkpoint.size) return { status: 400, reason: 'the old size is larger than the checkpoint’s' };
  return { log, oldSize, proof, checkpoint, note, logLines: signatures.value.map(({ line }) => line) };
}

export type Judgement = { readonly status: 200 } | { readonly status: 409; readonly size: number } | Refused;

/**
 * Checks that a request's tree is consistent with the last cosigned one; `latest` is null if there is none. Source: C2SP tlog-witness,
 * add-checkpoint.
 */
export function judgeRequest({ oldSize, proof, checkpoint }: SignedRequest, latest: WitnessedHead | null): Judgement {
  const head = latest ?? { size: 0, root: emptyRoot() };
  if (oldSize !== head.size) return { status: 409, size: head.size };
  if (checkpoint.size === 0 && !sameBytes(checkpoint.root, emptyRoot())) return refused('a tree of no leaves has another root');
  if (isFork(checkpoint, head)) return refused('another root was cosigned at this size');
  if (oldSize === 0 && proof.length > 0) return refused('the empty tree needs no proof');
  const { size: newSize, root: newRoot } = checkpoint;
  const held = verifyConsistency({ oldSize, newSize, oldRoot: head.root, newRoot, proof });
  return held.ok ? { status: 200 } : refused(`the consistency proof does not verify: ${held.fault}`);
}

/** Two roots of the same size. With the log's signature under both, this proves that the log presents two histories. */
export function isFork(checkpoint: WitnessedHead, head: WitnessedHead): boolean {
  return checkpoint.size === head.size && !sameBytes(checkpoint.root, head.root);
}

function refused(reason: string): Judgement {
  return { status: 422, reason };
}
