import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { NotaryEvent } from './events.ts';

/** Headers as Node represents them, or as `Headers`. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

export type WebhookFault =
  /** `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing or malformed. */
  | 'header'
  /** Sent too long ago or in the future; possibly a replay by a third party. */
  | 'timestamp'
  /** No signature matches a given key. */
  | 'signature'
  | 'body';

/** The request is not a webhook of the office. Answer 400 and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';

  constructor(
    readonly fault: WebhookFault,
    message: string,
  ) {
    super(message);
  }
}

export interface VerifyWebhookOptions {
  /** Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/**
 * Verifies a webhook by Standard Webhooks 1.0.0, with the endpoint's secret (`whsec_…`, v1) or the office's public key (`whpk_…`, v1a), or
 * with any of several keys during a rotation. @param rawBody the bytes as received, before JSON parsing.
 * @returns the event. @throws WebhookRefused; TypeError for a malformed key.
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  keys: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): NotaryEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookRefused('header', 'a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('header', 'webhook-timestamp is no number of seconds');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused('timestamp', `webhook-timestamp is more than ${toleranceSeconds} seconds off`);

  const body = Buffer.from(rawBody);
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const isOurs = [keys].flat().map((key) => judgeOf(key));
  const given = signatures.split(' ').map((signature) => signature.split(',', 2));
  if (!given.some(([version = '', value = '']) => isOurs.some((judge) => judge(version, Buffer.from(value, 'base64'), content))))
    throw new WebhookRefused('signature', 'no signature is by a given key');
  return eventIn(body);
}

/** Computes the `v1` signature of a webhook. @param secret `whsec_…`. */
export function signWebhook(secret: string, id: string, timestampSeconds: number, body: string): string {
  return `v1,${createHmac('sha256', secretBytes(secret)).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}

type Judge = (version: string, signature: Buffer, content: Buffer) => boolean;

function judgeOf(key: string): Judge {
  if (key.startsWith(publicPrefix)) {
    const point = Buffer.from(key.slice(publicPrefix.length), 'base64');
    if (point.length !== 32) throw new TypeError('a public key is whpk_ and 32 bytes in base64');
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
      format: 'jwk',
    });
    return (version, signature, content) => version === 'v1a' && signature.length === 64 && verify(null, content, publicKey, signature);
  }
  const secret = secretBytes(key);
  return (version, signature, content) => {
    const expected = createHmac('sha256', secret).update(content).digest();
    return version === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}

function secretBytes(secret: string): Buffer {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (bytes.length === 0) throw new TypeError('a secret is whsec_ and base64');
  return bytes;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers['get'] === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function eventIn(body: Buffer): NotaryEvent {
  try {
    return JSON.parse(body.toString()) as NotaryEvent;
  } catch {
    throw new WebhookRefused('body', 'the body is no JSON');
  }
}

const publicPrefix = 'whpk_';
