import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { startEndingAuthority, type EndingAuthority } from '../../../test/installation/factories/records.ts';
import { dayMs, formatDay } from '../../domain/kit/text/time.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { growLog } from '../../server/custody/log/sequencer.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { renew } from './renew.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let authority: EndingAuthority;
const yesterday = new Date(Date.now() - dayMs);
beforeAll(async () => {
  authority = await startEndingAuthority();
  await make.open();
  await make.evidence(await make.user('personal'));
  await growLog(installation.db, await openLogSigner(installation.db, readConfig({})), { now: () => yesterday });
});
afterAll(() => authority?.stop());

const run = (args: string[], environment: Record<string, string> = {}) =>
  renew.run({ db: installation.db, pool: installation.pool, args, config: readConfig(environment) });

it('tells what is due and changes nothing, or does it now', async () => {
  expect((await run(['--dry-run'])).value).toMatchObject({ authority: false, due: [], waiting: [], entries_after: 1 });
  const without = await run([]);
  expect(without.text).toContain('No timestamp authority is configured (TSA_URL)');
  expect(without.value).toMatchObject({ waiting: [{ day: formatDay(yesterday), evidence: 1 }], done: { days: 1, tokens: 0 } });
  const tsa = { TSA_URL: authority.authority.url };
  expect((await run([], tsa)).value).toMatchObject({ waiting: [], done: { days: 0, tokens: 1 }, ends: [{ days: 1, evidence: 1 }] });
  const due = await run(['--dry-run'], tsa);
  expect(due.value).toMatchObject({ due: [{ day: formatDay(yesterday), what: 'timestamps', reason: 'certificate', evidence: 1 }] });
  expect(due.text).toMatch(/^Due for renewal: 1 days\.\n {2}\d{4}-\d\d-\d\d {2}timestamps \(certificate\)/);
  const failed = await run([], tsa);
  expect([failed.failed, failed.text]).toEqual([true, expect.stringContaining('still signs with a certificate that ends')]);
  authority.renewCertificate();
  await installation.pool.query("update record_tree set next_at = now() where state = 'waiting'");
  expect((await run([], tsa)).value).toMatchObject({ due: [], waiting: [], done: { tokens: 1 } });
  expect((await run(['--dry-run'], { ...tsa, WEAK_ALGORITHMS: 'SHA-256' })).value).toMatchObject({
    due: [{ what: 'hashes', reason: 'algorithm' }],
  });
});

it('refuses what it does not know', async () => {
  await expect(run(['now'])).rejects.toThrow('"now" is a word too many');
  expect(() => readConfig({ WEAK_ALGORITHMS: 'MD5' })).toThrow('WEAK_ALGORITHMS');
});
