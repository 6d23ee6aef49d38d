import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { password } from '../../../../test/installation/factories/accounts.ts';
import { testDatabase } from '../../../../test/installation/database.ts';
import { createCaptchas } from './captcha/captcha.ts';
import { createTokens } from './token.ts';

const installation = testDatabase();
const verify = vi.fn<(hash: string, given: string) => Promise<boolean>>();
/** A second copy of the module, under another name so that no other test gets it, with a spy on the password package. */
const watched = './sign-in.ts?watched';
let signIn: ReturnType<typeof import('./sign-in.ts')['createSignIn']>;

beforeAll(async () => {
  const argon2 = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  verify.mockImplementation((hash, given) => argon2.verify(hash, given));
  vi.doMock('@node-rs/argon2', () => ({ hash: argon2.hash, verify }));
  const { createSignIn } = (await import(watched)) as typeof import('./sign-in.ts');
  vi.doUnmock('@node-rs/argon2');
  const limits = { maxFailures: 5, lockSeconds: 600, sessionSeconds: 60, totpKey: randomBytes(32), passwordSignIn: true };
  signIn = createSignIn(
    installation.db,
    createCaptchas(installation.db, { ttlSeconds: 60, fixedCode: 'test' }),
    createTokens(randomBytes(32)),
    limits,
  );
});

/** What one attempt verified: algorithm and cost from the hash, and the given password. */
async function verified(username: string, given: string): Promise<(string | undefined)[][]> {
  verify.mockClear();
  const { token } = await createCaptchas(installation.db, { ttlSeconds: 60, fixedCode: 'test' }).issue();
  const from = { ip: '192.0.2.1', userAgent: '', origin: 'https://notary.example' };
  await signIn({ username, password: given, imgCode: 'test', imgCodeToken: token, totp: '', ...from }).catch(() => undefined);
  return verify.mock.calls.map(([hash, tried]) => [/^\$argon2id\$v=\d+\$[^$]+/.exec(hash)?.[0], tried]);
}

it('an unknown account costs one verification of a password, of the same costs as a known one', async () => {
  const known = await verified('admin@example.com', 'wrong');
  expect(known).toEqual([[expect.stringMatching(/m=\d+,t=\d+,p=\d+/) as string, 'wrong']]);
  expect(await verified('stranger@example.com', 'wrong')).toEqual(known);
  expect(await verified('admin@example.com', password)).toEqual([[known[0]?.[0], password]]);
});
