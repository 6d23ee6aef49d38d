import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from '../../../platform/runtime/seal.ts';
import { base32, stepAt, stepOfCode, totpCode, totpUri } from './totp.ts';

// RFC 6238, appendix B: the secrets are the digits 1234567890 repeated to 20, 32 and 64 bytes.
const secretOf = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length));
const secrets = { sha1: secretOf(20), sha256: secretOf(32), sha512: secretOf(64) };

describe('one-time passwords', () => {
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('are those of RFC 6238, appendix B, at %i seconds', (seconds, sha1, sha256, sha512) => {
    const step = stepAt(seconds * 1000);
    expect([
      totpCode(secrets.sha1, step, 8, 'sha1'),
      totpCode(secrets.sha256, step, 8, 'sha256'),
      totpCode(secrets.sha512, step, 8, 'sha512'),
    ]).toEqual([sha1, sha256, sha512]);
  });

  it('hold one step before and after their own', () => {
    const at = 1_234_567_890_000;
    const code = totpCode(secrets.sha1, stepAt(at));
    expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(secrets.sha1, code, at + steps * 30_000))).toEqual([
      null,
      stepAt(at),
      stepAt(at),
      stepAt(at),
      null,
    ]);
    for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(stepOfCode(secrets.sha1, wrong, at)).toBeNull();
  });

  it('are set up by an address with the secret in base32 (RFC 4648, 10)', () => {
    expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
      '',
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    expect(totpUri(secrets.sha1, '公证', 'a@b.c')).toBe(
      'otpauth://totp/%E5%85%AC%E8%AF%81:a%40b.c?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
        '&issuer=%E5%85%AC%E8%AF%81&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('a sealed secret', () => {
  it('opens with its key for its row alone, and not when it was changed', () => {
    const [key, secret] = [randomBytes(32), randomBytes(20)];
    const sealed = seal(key, secret, '7');
    expect(unseal(key, sealed, '7')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(() => unseal(randomBytes(32), sealed, '7')).toThrow();
    expect(() => unseal(key, sealed, '8')).toThrow();
    sealed[15] = (sealed[15] ?? 0) ^ 1;
    expect(() => unseal(key, sealed, '7')).toThrow();
  });
});
