import { generateKeyPairSync, randomBytes, sign as nodeSign } from 'node:crypto';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { verifierKey, type VerifierKey } from '../../src/domain/proof/tlog/cosignatures/verifier-key.ts';

/** A key whose secret is accessible only through the sign function. */
export interface Signer {
  readonly key: VerifierKey;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** A new cosigner of either type. */
export function newCosigner(name: string, type: 'cosignature-ed25519' | 'cosignature-ml-dsa-44' = 'cosignature-ed25519'): Signer {
  if (type === 'cosignature-ml-dsa-44') {
    const { publicKey, secretKey } = ml_dsa44.keygen(new Uint8Array(randomBytes(32)));
    return { key: verifierKey(type, name, publicKey), sign: (message) => ml_dsa44.sign(message, secretKey) };
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  return { key: verifierKey(type, name, raw), sign: (message) => new Uint8Array(nodeSign(null, message, privateKey)) };
}
