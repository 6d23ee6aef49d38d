import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bouncyCastle } from '../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import type { Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { packageFolder, type PackageFolder } from '../../../test/installation/factories/packages/package-folder.ts';
import { signerExtensions, sm2Keys, type Sm2Keys } from '../../../test/installation/factories/sm2.ts';
import { startSm2Authority } from '../../../test/installation/servers/sm2-authority.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { verifyTimestamp } from '../../domain/proof/cms/verify-timestamp.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { listSm2Certificate } from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';

/** The first authority stamped only the first checkpoint, the SM2 authority every one. The proof is under the newest. */
describe.skipIf(bouncyCastle.isMissing)(`the SM2 token of a package whose proof is under a later checkpoint${bouncyCastle.note}`, () => {
  const office = testApp();
  let authority: Authority;
  let sm2Authority: Awaited<ReturnType<typeof startSm2Authority>>;
  let keys: Sm2Keys;
  let folder: PackageFolder;
  let files: Files;
  beforeAll(async () => {
    folder = await packageFolder();
    [authority, sm2Authority, keys] = [await startAuthority(), await startSm2Authority(), await sm2Keys()];
    const actor = { kind: 'system', id: '0', name: '', ip: '' } as const;
    await listSm2Certificate(office.db, await keys.issue('office', null, signerExtensions), actor);
    const make = evidenceMaker(office);
    await make.open();
    const user = await make.user('personal');
    const number = await webEvidence(office, user);
    await grow(office);
    await requestDueTimestamps(office.db, 'checkpoints', { authority, most: 9 });
    await webEvidence(office, user);
    await grow(office);
    await requestDueTimestamps(office.db, 'sm2-checkpoints', { authority: { url: sm2Authority.url, hash: 'sm3' }, most: 9 });
    const sm2 = openSm2Signer(readConfig({ SM2_SIGNER: keys.signer('office') }));
    files = await folder.unpacked(await packageOf(office, number, null, readConfig({}), sm2));
  });
  afterAll(async () => {
    await authority?.stop();
    await sm2Authority?.stop();
    await keys?.remove();
    await folder?.remove();
  });

  it('is over the stamped checkpoint, which stands in the package, and not over that of the proof', async () => {
    const of = (name: string) => files.get(name) ?? Buffer.alloc(0);
    const imprint = (bytes: Buffer | string) => createHash('sm3').update(bytes).digest();
    const proven = of(names.proof).toString().split('\n\n').slice(1).join('\n\n');
    expect(Number(proven.split('\n')[1])).toBeGreaterThan(Number(of(names.checkpoint).toString().split('\n')[1]));
    const judged = (digest: Uint8Array) => verifyTimestamp(of(names.sm2Timestamp), digest, sm2Authority.rootPem, 'sm3');
    expect(await judged(imprint(of(names.checkpoint)))).toMatchObject({ serial: expect.any(String) as string });
    await expect(judged(imprint(proven))).rejects.toMatchObject({ kind: 'wrong-imprint' });
    const { lines, verdict } = await folder.verified(files);
    expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ subject: names.sm2Timestamp, outcome: 'pass' }));
    expect(verdict).toBe('undecided');
  });
});
