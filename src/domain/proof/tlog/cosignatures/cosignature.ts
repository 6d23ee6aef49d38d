import { concatBytes } from '@noble/hashes/utils.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { signatureCheckCache } from '../../signatures/signature-check-cache.ts';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { parseCheckpointText } from '../checkpoint.ts';
import { verifyEd25519 } from '../note-key.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';
import { formatSignatureLine } from '../signed-note.ts';
import type { VerifierKey } from './verifier-key.ts';

/**
 * The message that a key signs for a checkpoint's text at a time. Null if the text is not a checkpoint or a name is too long. An `ed25519`
 * key signs the text itself, without a time.
 * Source: C2SP tlog-cosignature, Ed25519 signed message, ML-DSA-44 signed message.
 */
export function cosignedMessage(key: VerifierKey, text: string, time: number): Uint8Array | null {
  if (key.type === 'ed25519') return utf8(text);
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint.ok) return null;
  if (key.type === 'cosignature-ed25519') return utf8(`cosignature/v1\ntime ${time}\n${text}`);
  const { origin, size, root } = checkpoint.value;
  const [name, log] = [utf8(key.name), utf8(origin)];
  if (name.length > maxNameBytes || log.length > maxNameBytes) return null;
  return concatBytes(
    utf8('subtree/v1\n\0'),
    Uint8Array.of(name.length),
    name,
    uint64(time),
    Uint8Array.of(log.length),
    log,
    uint64(0),
    uint64(size),
    root,
  );
}

/**
 * Verifies a signature over a checkpoint's text. Returns its time in seconds since 1970; null for a key that signs no time. 0 means that an
 * ML-DSA-44 cosigner states no time. @param signature the bytes after the key id.
 */
export function verifyCosignature(key: VerifierKey, text: string, signature: Uint8Array): Result<number | null, 'wrong-signature'> {
  const isTimed = key.type !== 'ed25519';
  const time = isTimed ? readTime(signature) : 0;
  const message = time === null ? null : cosignedMessage(key, text, time);
  if (message === null || !holds(key, message, isTimed ? signature.slice(timeBytes) : signature)) return fail('wrong-signature');
  return pass(isTimed ? time : null);
}

/**
 * Makes a cosigner's signature line, including its newline. The caller keeps the secret key: `sign` returns 64 bytes of Ed25519 (RFC 8032)
 * or 2420 bytes of ML-DSA-44 (FIPS 204, empty context) over the message. @param time seconds since 1970.
 * @throws RangeError if the text is not a checkpoint, the time is invalid, or the key does not verify the signature.
 */
export function cosign(key: VerifierKey, text: string, time: number, sign: (message: Uint8Array) => Uint8Array): string {
  if (key.type === 'ed25519') throw new RangeError('a key that signs notes makes no cosignature');
  if (!Number.isSafeInteger(time) || time < 1) throw new RangeError(`no time of a cosignature: ${time}`);
  const message = cosignedMessage(key, text, time);
  if (message === null) throw new RangeError('no checkpoint that this key can cosign');
  const signature = concatBytes(uint64(time), sign(message));
  // A faulty machine or a mixed-up key must not publish a signature that nobody can verify.
  if (!verifyCosignature(key, text, signature).ok) throw new RangeError(`the signature is not one of key ${key.name}+${key.id}`);
  return formatSignatureLine(key, signature);
}

function holds(key: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.type !== 'cosignature-ml-dsa-44') return verifyEd25519(key, message, signature);
  if (signature.length !== mlDsaSignatureBytes) return false;
  return checked([key.publicKey, signature, message], () => {
    try {
      return ml_dsa44.verify(signature, message, key.publicKey);
    } catch {
      return false; // Bytes that do not encode a signature are a wrong signature, not an internal error.
    }
  });
}

/** Null for fewer than eight bytes, and for a time above 2^53 - 1 (285 million years from now). */
function readTime(signature: Uint8Array): number | null {
  if (signature.length < timeBytes) return null;
  const time = Number(new DataView(signature.buffer, signature.byteOffset, timeBytes).getBigUint64(0));
  return Number.isSafeInteger(time) ? time : null;
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(timeBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

const checked = signatureCheckCache();
const timeBytes = 8;
const mlDsaSignatureBytes = 2420;
const maxNameBytes = 255;
