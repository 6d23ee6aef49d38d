import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { formatPublicKey, formatSecret, newSecret, newSigningKey, openSigningKey, signatureHeaders } from './signature.ts';

const message = { id: 'evt_00065af3107a4000', timestamp: Math.floor(Date.now() / 1000), body: '{"type":"evidence.created","名":"值"}' };

it('signs as the published vector says', () => {
  // Source: libraries/go/webhook_test.go of github.com/standard-webhooks/standard-webhooks.
  const headers = signatureHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
    { secrets: [Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')], keys: [] },
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('is verified by the standard’s own library with each of two secrets, and by no other', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signatureHeaders(message, { secrets, keys: [openSigningKey(newSigningKey().privateKey)] });
  for (const secret of secrets) {
    expect(formatSecret(secret)).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(new Webhook(formatSecret(secret)).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  }
  expect(() => new Webhook(formatSecret(newSecret())).verify(message.body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(formatSecret(secrets[0] ?? newSecret())).verify(`${message.body} `, headers)).toThrow('No matching signature');
});

it('is verified with each of two published Ed25519 keys', () => {
  const pairs = [newSigningKey(), newSigningKey()];
  const headers = signatureHeaders(message, { secrets: [newSecret()], keys: pairs.map(({ privateKey }) => openSigningKey(privateKey)) });
  const [symmetric, ...asymmetric] = headers['webhook-signature']?.split(' ') ?? [];
  expect(symmetric).toMatch(/^v1,/);
  expect(asymmetric).toHaveLength(2);
  for (const [at, { publicKey }] of pairs.entries()) {
    const published = formatPublicKey(publicKey);
    expect(published).toMatch(/^whpk_[0-9A-Za-z+/]{43}=$/);
    const x = Buffer.from(published.slice('whpk_'.length), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const [version, signature = ''] = asymmetric[at]?.split(',') ?? [];
    expect(version).toBe('v1a');
    expect(verify(null, Buffer.from(`${message.id}.${message.timestamp}.${message.body}`), key, Buffer.from(signature, 'base64'))).toBe(
      true,
    );
  }
});
