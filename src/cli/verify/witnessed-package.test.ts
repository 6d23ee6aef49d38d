import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { findingsOf, packageFolder, type PackageFolder } from '../../../test/installation/factories/packages/package-folder.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { materialMismatches } from '../../../test/installation/factories/packages/one-byte-changes.ts';
import { witnessMutations } from '../../../test/installation/factories/packages/witness-mutations.ts';
import { verdictOver, type Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { ofOutsiders, policyOf, startSmallWitness, type SmallWitness } from '../../../test/installation/servers/small-witness.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { dossierRules, type LineName } from '../../domain/proof/dossier/lines/registry.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { witnessedText } from '../../server/custody/log/cosigned.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { officePolicy, usePolicy } from '../../server/custody/witnesses/office-policy.ts';
import { witnessRound } from '../../server/custody/witnesses/round.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';

/** The token is over a checkpoint that no witness cosigned; a later one is cosigned. */
const office = testApp();
let witnesses: SmallWitness[] = [];
let authority: Authority;
let folder: PackageFolder;
let mine: Files;
let same: Files;
beforeAll(async () => {
  folder = await packageFolder();
  authority = await startAuthority();
  const make = evidenceMaker(office);
  await make.open();
  const user = await make.user('personal', 0);
  const [first, second] = [await webEvidence(office, user), await webEvidence(office, user)];
  await grow(office);
  await requestDueTimestamps(office.db, 'checkpoints', { authority, most: 9 });
  await make.evidence(await make.user('personal'));
  await grow(office);
  const signer = await openLogSigner(office.db, readConfig({}));
  witnesses = await Promise.all(['w1', 'w2', 'w3'].map((name) => startSmallWitness(name, () => [signer.key])));
  const policy = ofOutsiders(officePolicy(policyOf(witnesses, ['w1', 'w2', 'w3'], 2), signer.key));
  await usePolicy(office.db, policy);
  expect(await witnessRound({ db: office.db, policy, key: signer.key, alarm: () => undefined })).toBe(3);
  [mine, same] = [await folder.unpacked(await packageOf(office, first)), await folder.unpacked(await packageOf(office, second))];
});
afterAll(async () => {
  for (const witness of witnesses) await witness.stop();
  await authority?.stop();
  await folder?.remove();
});

describe('a package of an office with witnesses', () => {
  it('has the cosigned checkpoint in its proofs, the stamped one bare, and a proof under each', async () => {
    const text = (name: string) => mine.get(name)?.toString() ?? '';
    expect(text(names.policy)).toMatch(/^log \S+\nwitness w1-1 /);
    expect(text(names.checkpoint).split('\n')).toHaveLength(6);
    const stampedSize = Number(text(names.checkpoint).split('\n')[1]);
    const sizeOf = (name: string) => Number(text(name).split('\n\n')[1]?.split('\n')[1]);
    expect(sizeOf(names.timestampProof)).toBe(stampedSize);
    for (const name of [names.proof, names.officeProof, names.consistency]) {
      expect(sizeOf(name), name).toBeGreaterThan(stampedSize);
      expect(
        text(name)
          .split('\n')
          .filter((line) => line.startsWith('— w')),
        name,
      ).toHaveLength(6);
    }
    expect(text(names.instructions)).toContain('timestamp.tlog-proof 证明本证据已经在其中');
    const report = await folder.verified(mine);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(report.lines).toContainEqual(expect.objectContaining({ label: '可信时间戳的检查点包含该证据', outcome: 'pass' }));
    const line = report.dossier.lines.find(({ 审查要点 }) => 审查要点 === dossierRules.cosigned.question);
    expect(line).toMatchObject({
      结论: '无法判断',
      说明: expect.stringMatching(/列有 3 个见证方，其中 3 个（“w1”、“w2”、“w3”）.*达到策略的要求.*距本说明所称的时刻/) as string,
    });
    expect(findingsOf(report)).toMatchObject({ notAfter: '成立', stamped: '成立', appendOnly: '成立', checkpointSigned: '成立' });
  });

  it('has a certificate that names each witness once, whatever keys it has', async () => {
    expect(await witnessedText(office.db, '0')).toMatch(/^3 个见证方于 20[\d -]{8} [\d:]{8} 共同签名：w1、w2、w3$/);
  });

  it('names in 材料 every file of which one byte alters a line', async () => {
    expect(await materialMismatches(folder, mine)).toEqual({ unlisted: [], idle: [] });
  });

  it.each(witnessMutations)('turns exactly the lines that it should: $name', async ({ change, turns }) => {
    const before = findingsOf(await folder.verified(mine));
    const changed = change(mine, { same, foreign: same });
    if (!changed) throw new Error('nothing was changed');
    const report = await folder.verified(changed);
    const expected = Object.fromEntries(
      Object.entries(before).map(([name, finding]) => [name, turns[name as LineName]?.(finding, 'web') ?? finding]),
    );
    expect(findingsOf(report)).toEqual(expected);
    expect(report.verdict).toBe(verdictOver(mine, changed));
  });
});
