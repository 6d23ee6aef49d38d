import { concatBytes } from '@noble/hashes/utils.js';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';
import { formatSignatureLine, parseNote, type Note, type NoteFault, type SignatureFault } from '../signed-note.ts';
import { verifyCosignature } from './cosignature.ts';
import type { VerifierKey } from './verifier-key.ts';

/** A valid signature of a known key. */
export interface KnownSignature {
  readonly key: VerifierKey;
  /** Seconds since 1970; null for a key that signs no time, 0 if the cosigner states no time. */
  readonly time: number | null;
  /** The line as it appears in the note, including its newline. */
  readonly line: string;
}

/**
 * The signatures of known keys, in the note's order; possibly none. One invalid signature of a known key fails the whole note.
 * Source: C2SP signed-note, Signatures.
 */
export function verifySignatures(
  note: Note,
  keys: readonly VerifierKey[],
): Result<readonly KnownSignature[], Exclude<SignatureFault, 'no-known-key'>> {
  const known: KnownSignature[] = [];
  for (const { name, id, bytes } of note.signatures) {
    const [key, ...others] = keys.filter((candidate) => candidate.name === name && candidate.id === id);
    if (!key) continue;
    if (others.length > 0) return fail('ambiguous-key');
    const line = formatSignatureLine(key, bytes);
    // A repeated line is checked once. Anyone can repeat a line without holding the key, and each check costs time.
    if (known.some((signature) => signature.line === line)) continue;
    const time = verifyCosignature(key, note.text, bytes);
    if (!time.ok) return time;
    known.push({ key, time: time.value, line });
  }
  return pass(known);
}

/**
 * The cosignatures in a witness's response that belong to known keys and state a time. Other lines are ignored.
 * Source: C2SP tlog-witness, add-checkpoint.
 */
export function readCosignatures(
  answer: Uint8Array,
  checkpoint: Note,
  keys: readonly VerifierKey[],
): Result<readonly KnownSignature[], NoteFault | SignatureFault> {
  const note = parseNote(concatBytes(utf8(`${checkpoint.text}\n`), answer));
  if (!note.ok) return note;
  // A blank line in the response would move the end of the note's text.
  if (note.value.text !== checkpoint.text) return fail('malformed');
  const known = verifySignatures(note.value, keys);
  if (!known.ok) return known;
  const timed = known.value.filter(({ time }) => time !== null && time > 0);
  return timed.length > 0 ? pass(timed) : fail('no-known-key');
}

/** The note with further signature lines. Duplicate lines are dropped. */
export function withSignatures(note: Note, lines: readonly string[]): string {
  const own = note.signatures.map((signature) => formatSignatureLine(signature, signature.bytes));
  return `${note.text}\n${[...new Set([...own, ...lines])].join('')}`;
}

/** The note with only the signatures of these keys, for example a log's own without cosignatures. Nothing is verified. */
export function onlySignaturesOf(note: Note, keys: readonly Pick<VerifierKey, 'name' | 'id'>[]): string {
  const kept = note.signatures.filter(({ name, id }) => keys.some((key) => key.name === name && key.id === id));
  return withSignatures({ text: note.text, signatures: kept }, []);
}
