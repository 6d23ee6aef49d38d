import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The signed content: the event's id, the time of the attempt, and the exact body. */
export interface SignedMessage {
  /** Contains no full stop, which would make the signed content ambiguous; ids are made by this program. */
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Each secret and each key gives one signature, so that old ones remain valid beside new ones. */
export interface SigningKeys {
  readonly secrets: readonly Uint8Array[];
  readonly keys: readonly KeyObject[];
}

/** The three headers of a message. Source: Standard Webhooks 1.0.0, *Webhook headers* and *Signature scheme*. */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, { secrets, keys }: SigningKeys): Record<string, string> {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const symmetric = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  const asymmetric = keys.map((key) => `v1a,${sign(null, content, key).toString('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [...symmetric, ...asymmetric].join(' '),
  };
}

/** 32 random bytes; the standard allows 24 to 64. */
export function newSecret(): Buffer {
  return randomBytes(32);
}

/** Encodes a secret in the `whsec_` form that integrators use. */
export function formatSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** Encodes a public key in the published `whpk_` form. @param publicKey 32 bytes. */
export function formatPublicKey(publicKey: Uint8Array): string {
  return `whpk_${Buffer.from(publicKey).toString('base64')}`;
}

/** A fresh Ed25519 pair: the public key's 32 bytes, the private key as PKCS#8 DER. */
export function newSigningKey(): { readonly publicKey: Buffer; readonly privateKey: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/** @param pkcs8 DER. */
export function openSigningKey(pkcs8: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8), type: 'pkcs8', format: 'der' });
}
