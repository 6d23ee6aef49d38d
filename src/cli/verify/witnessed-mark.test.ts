import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { markedCapture, newMark } from '../../../test/installation/factories/marked.ts';
import { grow, packageOf } from '../../../test/installation/factories/package.ts';
import type { Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { findingsOf, packageFolder, type PackageFolder } from '../../../test/installation/factories/packages/package-folder.ts';
import { ofOutsiders, policyOf, startSmallWitness, type SmallWitness } from '../../../test/installation/servers/small-witness.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { anchorOf } from '../../server/custody/log/append.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { readBracket } from '../../server/custody/marks/mark-facts.ts';
import { officePolicy, usePolicy } from '../../server/custody/witnesses/office-policy.ts';
import { witnessRound } from '../../server/custody/witnesses/round.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';

/** An office with witnesses and without a timestamp authority: the witnesses attest both ends. */
const office = testApp();
const [begun, ended] = [Date.parse('2026-01-02T00:00:00Z') / 1000, Date.parse('2026-01-02T00:05:00Z') / 1000];
let witnesses: SmallWitness[] = [];
let folder: PackageFolder;
let number: string;
let files: Files;
beforeAll(async () => {
  folder = await packageFolder();
  const make = evidenceMaker(office);
  await make.open();
  const user = await make.user('personal');
  await grow(office);
  const signer = await openLogSigner(office.db, readConfig({}));
  witnesses = await Promise.all(['w1', 'w2', 'w3'].map((name) => startSmallWitness(name, () => [signer.key])));
  const policy = ofOutsiders(officePolicy(policyOf(witnesses, ['w1', 'w2', 'w3'], 2), signer.key));
  await usePolicy(office.db, policy);
  const round = async (seconds: number) => {
    for (const [at, witness] of witnesses.entries()) witness.now = () => seconds + at * 10;
    await office.pool.query("update witness_line set next_at = now() - interval '1 second'");
    await office.pool.query("update witness_state set next_at = now() - interval '1 second'");
    expect(await witnessRound({ db: office.db, policy, key: signer.key, alarm: () => undefined })).toBe(3);
  };
  await round(begun);
  // A checkpoint without cosignatures is newer, but it is no mark.
  await make.evidence(user);
  await grow(office);
  const mark = await newMark(office);
  expect(mark.mark.cosignatures).toHaveLength(6);
  number = await markedCapture(office, user, mark, {
    clocks: { host: '2026-01-02T00:02:00.000Z', target: '2026-01-02T00:02:00.000Z' },
  });
  await grow(office);
  await round(ended);
  files = await folder.unpacked(await packageOf(office, number));
});
afterAll(async () => {
  for (const witness of witnesses) await witness.stop();
  await folder?.remove();
});

const bracketIn = (report: Awaited<ReturnType<PackageFolder['verified']>>) => report.lines.find(({ label }) => label === '时间夹逼成立');

it('is bracketed by the times of a quorum, the same out of the package and out of the office’s own rows', async () => {
  const report = await folder.verified(files);
  expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  // No package proves who runs a witness.
  expect(findingsOf(report)).toMatchObject({ notBefore: '无法判断', notAfter: '无法判断', stamped: '无法判断' });
  // Two of three are required: the second-newest counts for not before, the second-oldest for not after.
  expect(bracketIn(report)).toMatchObject({
    outcome: 'pass',
    reason: expect.stringMatching(
      /^不早于 2026-01-02 08:00:10（北京时间），不晚于 2026-01-02 08:05:10（北京时间），相隔 5 分.+；见证方由谁运行未确认$/,
    ) as string,
  });
  const { log_entry } = await office.db.selectFrom('evidence').select('log_entry').where('number', '=', number).executeTakeFirstOrThrow();
  const facts = await readBracket(office.db, number, await anchorOf(office.db, log_entry, false));
  expect(report.bracket.mark).toEqual(facts.mark);
  // The certificate's value stays: by then every witness of the first checkpoint had signed.
  expect(facts.notAfter).toBe('2026-01-02T00:05:20.000Z');
});

it('says 无法判断, never 成立, where the policy or the cosignatures are missing', async () => {
  const without = (change: (text: string) => string, name: string) =>
    new Map([...files, [name, Buffer.from(change(files.get(name)?.toString() ?? ''))]]);
  const bare = without((text) => text.replaceAll(/— w\d \S+\n/g, ''), names.proof);
  const alone = new Map([...files].filter(([name]) => name !== names.policy));
  for (const changed of [bare, alone]) {
    const report = await folder.verified(changed);
    expect(findingsOf(report)).toMatchObject({ notBefore: '无法判断', notAfter: '无法判断' });
    expect(bracketIn(report)?.outcome).toBe('not-run');
  }
});
