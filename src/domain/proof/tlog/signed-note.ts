import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { readBase64, readUtf8, toBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { isKeyName, verifyEd25519 } from './note-key.ts';
import type { NoteKey } from './note-key.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/** A text and its claimed signatures; nothing is verified yet. */
export interface Note {
  /** The signed text, including its final newline but not the blank line that follows. Signatures cover its UTF-8 bytes. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** 8 lower-case hex digits. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type NoteFault = 'too-large' | 'not-utf8' | 'malformed';
export type SignatureFault = 'no-known-key' | 'ambiguous-key' | 'wrong-signature';

/** Parses a note strictly: one malformed signature line fails the whole note. Source: C2SP signed-note, Format. */
export function parseNote(bytes: Uint8Array): Result<Note, NoteFault> {
  if (bytes.length > maxNoteBytes) return fail('too-large');
  const whole = readUtf8(bytes);
  if (whole === null) return fail('not-utf8');
  const split = whole.lastIndexOf('\n\n');
  if (split < 0 || hasControls(whole) || !whole.endsWith('\n')) return fail('malformed');
  const lines = whole.slice(split + 2, -1).split('\n');
  if (lines.length > maxSignatures) return fail('too-large');
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== null);
  return signatures.length === lines.length ? pass({ text: whole.slice(0, split + 1), signatures }) : fail('malformed');
}

/**
 * Returns the keys whose signatures are valid. Signatures of unknown keys are ignored. One invalid signature of a known key fails the whole
 * note, and so does a note without a signature of a known key.
 * Source: C2SP signed-note, Signatures.
 */
export function verifyNote(note: Note, keys: readonly NoteKey[]): Result<readonly NoteKey[], SignatureFault> {
  const message = utf8(note.text);
  const signers = new Set<NoteKey>();
  for (const { name, id, bytes } of note.signatures) {
    const [key, ...others] = keys.filter((candidate) => candidate.name === name && candidate.id === id);
    if (!key) continue;
    if (others.length > 0) return fail('ambiguous-key');
    if (!verifyEd25519(key, message, bytes)) return fail('wrong-signature');
    signers.add(key);
  }
  return signers.size > 0 ? pass([...signers]) : fail('no-known-key');
}

/**
 * Makes a signed note. The caller keeps the secret key: `sign` returns the 64 bytes of Ed25519 (RFC 8032) over the text; in Node, that is
 * `sign(null, text, key)`.
 * @throws RangeError for a text that no note can contain, or a signature that the key does not verify.
 */
export function signNote(text: string, key: NoteKey, sign: (text: Uint8Array) => Uint8Array): string {
  if (!text.endsWith('\n') || hasControls(text) || /\p{Surrogate}/u.test(text))
    throw new RangeError('a note ends in a newline and has no control characters');
  const signature = sign(utf8(text));
  // A faulty machine or a mixed-up key must not publish a signature that nobody can verify.
  if (!verifyEd25519(key, utf8(text), signature)) throw new RangeError(`the signature is not one of key ${key.name}+${key.id}`);
  return `${text}\n${formatSignatureLine(key, signature)}`;
}

/** Formats a signature line of a note, including its newline. @param key of any type. */
export function formatSignatureLine(key: Pick<NoteKey, 'name' | 'id'>, signature: Uint8Array): string {
  return `${dash} ${key.name} ${toBase64(concatBytes(hexToBytes(key.id), signature))}\n`;
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [start, name, base64, ...rest] = line.split(' ');
  if (start !== dash || name === undefined || base64 === undefined || rest.length > 0 || !isKeyName(name)) return null;
  const bytes = readBase64(base64);
  return bytes && bytes.length > idBytes ? { name, id: bytesToHex(bytes.slice(0, idBytes)), bytes: bytes.slice(idBytes) } : null;
}

/** ASCII control characters other than newline. */
function hasControls(text: string): boolean {
  return [...text].some((letter) => letter < ' ' && letter !== '\n');
}

const dash = '—';
const idBytes = 4;
/** Room for sixteen post-quantum cosignatures of 5 kB, and the same again as a reserve. */
const maxNoteBytes = 262_144;
const maxSignatures = 100;
