import { expect, it } from 'vitest';
import { newCosigner } from '../../../test/custody/cosigner.ts';
import { newLogKey } from '../../../test/custody/evidence.ts';
import { testApp } from '../../../test/installation/app.ts';
import { verifiedPackage } from '../../../test/installation/factories/packages/verified-package.ts';
import { utf8 } from '../../domain/kit/bytes/bytes.ts';
import { formatVerifierKey } from '../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { formatVkey } from '../../domain/proof/tlog/note-key.ts';
import { parsePolicy } from '../../domain/proof/tlog/policy/parse-policy.ts';

const installation = testApp();
const whole = verifiedPackage(installation);

async function judged(text: string) {
  const policy = parsePolicy(utf8(text));
  if (!policy.ok) throw new Error('no policy');
  const { verdict, lines } = await whole.verify(whole.zip, { policy: policy.value });
  return [verdict, lines.find(({ label }) => label === '见证方对日志共同签名')?.outcome];
}

it('takes the log’s key from a policy that lists it, and asks for no other', async () => {
  expect(await judged(`log ${whole.logKey()}\nquorum none\n`)).toEqual(['match', 'not-run']);
  const other = `log ${formatVkey(newLogKey('localhost/log').key)}\nquorum none\n`;
  expect((await judged(other))[0]).toBe('mismatch');
});

it('finds a package whose log no listed witness saw to be a mismatch', async () => {
  const witness = `witness w ${formatVerifierKey(newCosigner('w.example').key)}\nquorum w\n`;
  expect(await judged(`log ${whole.logKey()}\n${witness}`)).toEqual(['mismatch', 'fail']);
});

it('leaves a package as it was where neither it nor the reader has a policy', async () => {
  expect((await whole.verify(whole.zip, { logKey: whole.logKey() })).verdict).toBe('match');
});
