import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { toBase64, utf8 } from '../../../kit/bytes/bytes.ts';
import { isEd25519Point, isKeyName, readVkeyParts, type VkeyFault } from '../note-key.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';

/** What a key signs: a note's plain text, or a checkpoint together with a time. */
export type KeyType = 'ed25519' | 'cosignature-ed25519' | 'cosignature-ml-dsa-44';

/** The public key of a log or of a cosigner. Keys of type `ed25519` are the `NoteKey`s of signed notes. */
export interface VerifierKey {
  readonly type: KeyType;
  readonly name: string;
  /** 8 lower-case hex digits: SHA-256(name ‖ 0x0A ‖ type byte ‖ public key)[:4]. */
  readonly id: string;
  /** Ed25519: 32 bytes; ML-DSA-44: 1312. */
  readonly publicKey: Uint8Array;
}

/**
 * Builds a key from its type, name and bytes. @throws RangeError for an invalid name or length. Source: C2SP signed-note, Signature types;
 * tlog-cosignature, Format.
 */
export function verifierKey(type: KeyType, name: string, publicKey: Uint8Array): VerifierKey {
  const { byte, publicKeyBytes } = types[type];
  if (!isKeyName(name)) throw new RangeError('a key name has no blanks, no plus sign and no control characters');
  if (publicKey.length !== publicKeyBytes) throw new RangeError(`a public key of ${type} has ${publicKeyBytes} bytes`);
  const id = bytesToHex(sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(byte), publicKey)).slice(0, 4));
  return { type, name, id, publicKey };
}

/** The published form of a key: `name+id+base64(type byte ‖ public key)`. Source: C2SP signed-note, Verifier keys. */
export function formatVerifierKey(key: VerifierKey): string {
  return `${key.name}+${key.id}+${toBase64(concatBytes(Uint8Array.of(types[key.type].byte), key.publicKey))}`;
}

/** Parses a vkey of any of the three types. The id must match the name and the key. */
export function parseVerifierKey(text: string): Result<VerifierKey, VkeyFault> {
  const parts = readVkeyParts(text);
  if (!parts) return fail('malformed');
  const type = keyTypes.find((candidate) => types[candidate].byte === parts.type);
  if (!type) return fail('unknown-algorithm');
  if (parts.publicKey.length !== types[type].publicKeyBytes) return fail('malformed');
  const key = verifierKey(type, parts.name, parts.publicKey);
  if (key.id !== parts.id) return fail('wrong-id');
  // Any 1312 bytes are a valid ML-DSA-44 public key.
  return type === 'cosignature-ml-dsa-44' || isEd25519Point(key.publicKey) ? pass(key) : fail('not-a-point');
}

const types = {
  ed25519: { byte: 0x01, publicKeyBytes: 32 },
  'cosignature-ed25519': { byte: 0x04, publicKeyBytes: 32 },
  'cosignature-ml-dsa-44': { byte: 0x06, publicKeyBytes: 1312 },
} as const;
const keyTypes: readonly KeyType[] = ['ed25519', 'cosignature-ed25519', 'cosignature-ml-dsa-44'];
