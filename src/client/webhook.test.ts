import { expect, it } from 'vitest';
import {
  formatPublicKey,
  formatSecret,
  newSecret,
  newSigningKey,
  openSigningKey,
  signatureHeaders,
} from '../server/open/webhooks/signing/signature.ts';
import { signWebhook, verifyWebhook, WebhookRefused } from './webhook.ts';

const now = new Date('2026-11-22T08:00:00Z');
const timestamp = now.getTime() / 1000;
const body = '{"id":"evt_1","type":"webhook.test","timestamp":"2026-11-22T08:00:00.000Z","data":{"user_id":null,"名":"值"}}';
const message = { id: 'evt_1', timestamp, body };
const refused = (fault: string) => expect.objectContaining({ name: 'WebhookRefused', fault }) as WebhookRefused;

it('signs and verifies the published vector', () => {
  // Source: libraries/go/webhook_test.go of github.com/standard-webhooks/standard-webhooks.
  const [secret, id, seconds, text] = [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
  ];
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signWebhook(secret, id, seconds, text)).toBe(signature);
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature };
  expect(verifyWebhook(headers, text, secret, { now: new Date(seconds * 1000) })).toEqual({ test: 2_432_232_314 });
});

it('takes what the office signs: by either secret while they are changed, and by the public key', () => {
  const [older, newer] = [newSecret(), newSecret()];
  const pair = newSigningKey();
  const headers = signatureHeaders(message, { secrets: [older, newer], keys: [openSigningKey(pair.privateKey)] });
  for (const key of [formatSecret(older), formatSecret(newer), formatPublicKey(pair.publicKey)])
    expect(verifyWebhook(headers, body, key, { now })).toEqual(JSON.parse(body));
  expect(verifyWebhook(new Headers(headers), Buffer.from(body), [formatSecret(newSecret()), formatSecret(newer)], { now }).id).toBe(
    'evt_1',
  );
});

it('refuses other keys, other bodies, other times and missing headers, each under its name', () => {
  const [secret, pair] = [newSecret(), newSigningKey()];
  const headers = signatureHeaders(message, { secrets: [secret], keys: [openSigningKey(pair.privateKey)] });
  const verify = (given: Record<string, string | undefined>, text = body, key = formatSecret(secret), at = now) =>
    verifyWebhook(given, text, key, { now: at });
  expect(() => verify(headers, body, formatSecret(newSecret()))).toThrow(refused('signature'));
  expect(() => verify(headers, body, formatPublicKey(newSigningKey().publicKey))).toThrow(refused('signature'));
  expect(() => verify(headers, `${body} `)).toThrow(refused('signature'));
  expect(() => verify({ ...headers, 'webhook-id': 'evt_2' })).toThrow(refused('signature'));
  // A signature of the other kind does not count: a public key must never serve as a secret.
  const forged = signWebhook(`whsec_${formatPublicKey(pair.publicKey).slice(5)}`, 'evt_1', timestamp, body);
  expect(() => verify({ ...headers, 'webhook-signature': forged }, body, formatPublicKey(pair.publicKey))).toThrow(refused('signature'));
  for (const seconds of [-301, 301]) {
    const at = new Date(now.getTime() + seconds * 1000);
    expect(() => verify(headers, body, formatSecret(secret), at)).toThrow(refused('timestamp'));
  }
  for (const name of Object.keys(headers)) expect(() => verify({ ...headers, [name]: undefined })).toThrow(refused('header'));
  expect(() => verify({ ...headers, 'webhook-timestamp': 'soon' })).toThrow(refused('header'));
  expect(() => verify(headers, body, 'whpk_AAAA')).toThrow(TypeError);
});
