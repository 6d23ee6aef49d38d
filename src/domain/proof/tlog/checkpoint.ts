import { readBase64, readCount, sameBytes, toBase64 } from '../../kit/bytes/bytes.ts';
import { hashBytes } from './merkle.ts';
import type { Hash } from './merkle.ts';
import type { NoteKey } from './note-key.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';
import { parseNote, signNote, verifyNote } from './signed-note.ts';
import type { Note, NoteFault, SignatureFault } from './signed-note.ts';

/** The head of a log: what its signature covers. */
export interface Checkpoint {
  /** Identifies the log. Our origin is the name of our key, a URL without the scheme. */
  readonly origin: string;
  /** Number of leaves in the tree. */
  readonly size: number;
  readonly root: Hash;
  /** Further lines of the text. Our checkpoints have none, because monitors could not audit them. */
  readonly extensions: readonly string[];
}

/** A log that a verifier trusts. The keys must come from another source than the proof. */
export interface TrustedLog {
  readonly origin: string;
  readonly keys: readonly NoteKey[];
}

export type CheckpointFault = 'too-few-lines' | 'bad-origin' | 'bad-size' | 'bad-root' | 'empty-line';
export type SignedCheckpointFault = NoteFault | CheckpointFault;
export type TrustFault = SignatureFault | 'wrong-origin';

/**
 * Formats the note text. @throws RangeError for an origin, size, root or extension that would not parse back. Source: C2SP tlog-checkpoint,
 * Note text.
 */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root, extensions } = checkpoint;
  const text = `${[origin, String(size), toBase64(root), ...extensions].join('\n')}\n`;
  const back = parseCheckpointText(text);
  if (!back.ok) throw new RangeError(`not a checkpoint: ${back.fault}`);
  if (back.value.origin !== origin || back.value.extensions.length !== extensions.length)
    throw new RangeError('no line of a checkpoint holds a newline');
  return text;
}

/** Parses the text of a note, including its final newline. */
export function parseCheckpointText(text: string): Result<Checkpoint, CheckpointFault> {
  const lines = text.split('\n');
  const end = lines.pop();
  const [origin, sizeText, rootText, ...extensions] = lines;
  if (end !== '' || origin === undefined || sizeText === undefined || rootText === undefined) return fail('too-few-lines');
  if (origin === '') return fail('bad-origin');
  const size = readCount(sizeText);
  if (size === null) return fail('bad-size');
  const root = readBase64(rootText);
  if (root?.length !== hashBytes) return fail('bad-root');
  return extensions.includes('') ? fail('empty-line') : pass({ origin, size, root, extensions });
}

/** Parses a signed checkpoint without verifying any signature. */
export function parseCheckpoint(
  bytes: Uint8Array,
): Result<{ readonly checkpoint: Checkpoint; readonly note: Note }, SignedCheckpointFault> {
  const note = parseNote(bytes);
  if (!note.ok) return note;
  const checkpoint = parseCheckpointText(note.value.text);
  return checkpoint.ok ? pass({ checkpoint: checkpoint.value, note: note.value }) : checkpoint;
}

/**
 * Whether `copy` is the checkpoint as the log first signed it: the same bytes without the signature lines that were appended later.
 * Timestamps cover such a copy, so later cosignatures do not invalidate them.
 */
export function isUncosigned(copy: Uint8Array, checkpoint: Uint8Array): boolean {
  const [bare, whole] = [parseNote(copy), parseNote(checkpoint)];
  return bare.ok && whole.ok && bare.value.text === whole.value.text && sameBytes(copy, checkpoint.slice(0, copy.length));
}

/** Returns the log's keys that signed the checkpoint, at least one. Another log's checkpoint is refused even if one of the keys signed. */
export function verifyCheckpoint(checkpoint: Checkpoint, note: Note, log: TrustedLog): Result<readonly NoteKey[], TrustFault> {
  const signers = verifyNote(note, log.keys);
  if (!signers.ok) return signers;
  return checkpoint.origin === log.origin ? signers : fail('wrong-origin');
}

/**
 * Signs a checkpoint with one signature. A log must never sign two checkpoints without a consistency proof between them; the caller ensures
 * this with a compare-and-swap.
 */
export function signCheckpoint(
  head: { readonly size: number; readonly root: Hash },
  key: NoteKey,
  sign: (text: Uint8Array) => Uint8Array,
): string {
  return signNote(formatCheckpoint({ origin: key.name, size: head.size, root: head.root, extensions: [] }), key, sign);
}
