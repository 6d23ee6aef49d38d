import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { derTag, membersOf, readDer, type DerValue } from '../../kit/bytes/der.ts';
import { signatureCheckCache } from '../signatures/signature-check-cache.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { jacobianCurve, type Jacobian } from './jacobian.ts';
import { multiplesOf, sumOf, type Multiples } from './point-sums.ts';
import { sm3 } from './sm3.ts';

/**
 * The signer's identity, which is part of every hash: the default of GB/T 35276. Signatures with the empty identity, which some libraries
 * use by default, do not verify here.
 */
export const sm2Id = '1234567812345678';

/** A validated public key: 65 bytes, uncompressed, a point of the curve other than the point at infinity. */
export interface Sm2PublicKey {
  readonly bytes: Uint8Array;
  /** Z of GB/T 32918.2, 5.5: the prefix of a message when it is hashed for signing. */
  readonly prefix: Uint8Array;
}

/** Null for bytes that are not a valid key. */
export function readSm2Key(bytes: Uint8Array, id: string = sm2Id): Sm2PublicKey | null {
  if (bytes.length !== 65 || bytes[0] !== 0x04) return null;
  try {
    return readOnce(`${bytesToHex(bytes)} ${id}`, () => {
      Point.fromBytes(bytes).assertValidity();
      // Copied, because the caller may still change the buffer.
      return { bytes: new Uint8Array(bytes), prefix: prefixOf(bytes, id) };
    });
  } catch {
    return null; // The library reports an invalid point only by throwing.
  }
}

/** Whether the key made this signature over the message. @param signature DER as in GB/T 35276. */
export function verifySm2(key: Sm2PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  return verifySm2Digest(key, sm3(key.prefix, message), signature);
}

/**
 * Like `verifySm2`, for a message that was hashed elsewhere. @param digest SM3 of the key's prefix and the message.
 * Source: GB/T 32918.2-2016, 7.1.
 */
export function verifySm2Digest(key: Sm2PublicKey, digest: Uint8Array, signature: Uint8Array): boolean {
  const read = readSignature(signature);
  if (!read || digest.length !== 32) return false;
  const { r, s } = read;
  return checked([key.bytes, digest, signature], () => {
    const t = (r + s) % order;
    if (t === 0n) return false;
    const sum = sumOf(arithmetic, [
      { multiples: (ofBase ??= multiplesOf(arithmetic, { x: curve.Gx, y: curve.Gy, z: 1n })), scalar: s },
      { multiples: multipliedOnce(bytesToHex(key.bytes), () => multiplesOf(arithmetic, pointOf(key))), scalar: t },
    ]);
    if (sum.z === 0n) return false;
    // Checks x = X / Z² without a division.
    const wanted = (r + order - (numberOf(digest) % order)) % order;
    return [wanted, wanted + order].some((x) => x < curve.p && (x * sum.z * sum.z - sum.x) % curve.p === 0n);
  });
}

/** Caches the results for the most recent names. */
function once<Made>(): (name: string, make: () => Made) => Made {
  const recent = new Map<string, Made>();
  return (name, make) => {
    const made = recent.get(name) ?? make();
    recent.delete(name);
    recent.set(name, made);
    const [oldest] = recent.keys();
    if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
    return made;
  };
}

/** Z: the hash of ENTL, ID, a, b, the base point and the key. Source: GB/T 32918.2-2016, 5.5. */
function prefixOf(publicKey: Uint8Array, id: string): Uint8Array {
  const name = utf8(id);
  const bits = name.length * 8;
  return sm3(Uint8Array.of(bits >> 8, bits & 0xff), name, parameters, publicKey.subarray(1));
}

function pointOf({ bytes }: Sm2PublicKey): Jacobian {
  return { x: numberOf(bytes.subarray(1, 33)), y: numberOf(bytes.subarray(33)), z: 1n };
}

/** Two INTEGERs between 1 and n - 1, each in its only valid encoding. */
function readSignature(der: Uint8Array): { readonly r: bigint; readonly s: bigint } | null {
  const values = membersOf(readDer(der), derTag.sequence);
  if (values?.length !== 2) return null;
  const [r, s] = values.map(readScalar);
  return r && s ? { r, s } : null;
}

function readScalar({ tag, content }: DerValue): bigint | null {
  const [first, second] = content;
  if (tag !== derTag.integer || first === undefined || first >= 0x80 || content.length > 33) return null;
  if (first === 0 && (second === undefined || second < 0x80)) return null;
  const value = numberOf(content);
  return value > 0n && value < order ? value : null;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

const checked = signatureCheckCache();
const mostRecent = 16;

/** sm2p256v1. Source: GB/T 32918.5-2017. */
const curve = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
} as const;
const Point = weierstrass<bigint>(curve);
/** The library parses keys. Sums, which dominate the verification time, use faster formulas that need not be constant-time. */
const arithmetic = jacobianCurve(curve.p);
/** Computed when the first signature is checked. */
let ofBase: Multiples | undefined;
/** A package has about a dozen signatures of one key and repeats the key in each, so key data is computed once. */
const [readOnce, multipliedOnce] = [once<Sm2PublicKey>(), once<Multiples>()];
const order = curve.n;
const parameters = concatBytes(...[curve.a, curve.b, curve.Gx, curve.Gy].map((value) => hexToBytes(value.toString(16).padStart(64, '0'))));
