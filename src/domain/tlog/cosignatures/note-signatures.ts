import { concatBytes } from '@noble/hashes/utils.js';
import { utf8 } from '../bytes.ts';
import { fail, pass, type Result } from '../result.ts';
import { formatSignatureLine, parseNote, type Note, type NoteFault, type SignatureFault } from '../signed-note.ts';
import { verifyCosignature } from './cosignature.ts';
import type { VerifierKey } from './verifier-key.ts';

/** A signature that holds. */
export interface KnownSignature {
  readonly key: VerifierKey;
  /** Seconds since 1970; null for a key that signs no time, 0 where the cosigner says nothing of it. */
  readonly time: number | null;
  /** As it stands in the note, its newline included. */
  readonly line: string;
}

/**
 * The signatures of known keys, in the note's order; none is no fault. One of a known key that does not hold fails the whole.
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
    // A line a hundred times over is checked once: whoever sends it need not hold the key.
    if (known.some((signature) => signature.line === line)) continue;
    const time = verifyCosignature(key, note.text, bytes);
    if (!time.ok) return time;
    known.push({ key, time: time.value, line });
  }
  return pass(known);
}

/**
 * The cosignatures of a witness's answer that belong to known keys and say a time. The rest is ignored.
 * Source: C2SP tlog-witness, add-checkpoint.
 */
export function readCosignatures(
  answer: Uint8Array,
  checkpoint: Note,
  keys: readonly VerifierKey[],
): Result<readonly KnownSignature[], NoteFault | SignatureFault> {
  const note = parseNote(concatBytes(utf8(`${checkpoint.text}\n`), answer));
  if (!note.ok) return note;
  // A blank line in the answer would move the end of the text.
  if (note.value.text !== checkpoint.text) return fail('malformed');
  const known = verifySignatures(note.value, keys);
  if (!known.ok) return known;
  const timed = known.value.filter(({ time }) => time !== null && time > 0);
  return timed.length > 0 ? pass(timed) : fail('no-known-key');
}

/** The note with further lines; a line that it has already stands once. */
export function withSignatures(note: Note, lines: readonly string[]): string {
  const own = note.signatures.map((signature) => formatSignatureLine(signature, signature.bytes));
  return `${note.text}\n${[...new Set([...own, ...lines])].join('')}`;
}

/** The note with the signatures of these keys alone, as of a log without its cosigners; nothing is verified. */
export function onlySignaturesOf(note: Note, keys: readonly Pick<VerifierKey, 'name' | 'id'>[]): string {
  const kept = note.signatures.filter(({ name, id }) => keys.some((key) => key.name === name && key.id === id));
  return withSignatures({ text: note.text, signatures: kept }, []);
}
