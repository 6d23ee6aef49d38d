import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { inFolder } from '../../../test/installation/factories/certificate.ts';
import { evidenceMaker, sha256Of } from '../../../test/installation/factories/evidence.ts';
import { archivedCapture } from '../../../test/installation/factories/packages/archived-capture.ts';
import type { Files } from '../../../test/installation/factories/packages/mutation-tools.ts';
import { packageFolder } from '../../../test/installation/factories/packages/package-folder.ts';
import { grow, packageOf } from '../../../test/installation/factories/package.ts';
import {
  endDay,
  renewAll,
  stampAll,
  startEndingAuthority,
  weakSha256,
  type EndingAuthority,
} from '../../../test/installation/factories/records.ts';
import { rootExtensions, signerExtensions, sm2Keys, type Sm2Keys } from '../../../test/installation/factories/sm2.ts';
import { tool } from '../../../test/installation/tool.ts';
import { printedFingerprint } from '../../domain/proof/cms/certificate-fingerprint.ts';
import { encodeRecord, parseRecord, type ArchiveTimeStamp } from '../../domain/proof/records/evidence-record.ts';
import { formatSums, packageNames as names, unlistedNames } from '../../domain/proof/evidence/package-names.ts';
import { listSm2Certificate } from '../../server/custody/guomi/sm2-certificate-store.ts';
import { openSm2Signer } from '../../server/custody/guomi/sm2-signer.ts';
import { openSigningIdentity } from '../../server/custody/identity/signing-identity.ts';
import { requestDueTimestamps } from '../../server/custody/timestamps/stamping.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';

/** The reader knows nothing but docs/integrating/formats.md. */
const reader = join(import.meta.dirname, '../../../test/integrating/read-package.py');
const tools = tool('python3', 'openssl');
const office = testApp();
const made: { keys?: Sm2Keys; authority?: EndingAuthority; folder?: Awaited<ReturnType<typeof packageFolder>> } = {};
/** The package: record of the day, timestamp renewed, hash renewed by SHA-512, and the timestamp of that renewed. */
const packages = { day: new Map(), stamped: new Map(), hashed: new Map(), again: new Map() } as Record<
  'day' | 'stamped' | 'hashed' | 'again',
  Files
>;
const files = () => packages.day;

beforeAll(async () => {
  const folder = (made.folder = await packageFolder());
  const keys = (made.keys = await sm2Keys());
  const ending = (made.authority = await startEndingAuthority());
  const { authority } = ending;
  const make = evidenceMaker(office);
  await make.open();
  const number = await archivedCapture(office, await make.user('enterprise', 0, '甲有限公司'));
  await grow(office);
  await requestDueTimestamps(office.db, 'checkpoints', { authority, most: 9 });
  await make.evidence(await make.user('personal'));
  const root = await keys.issue('root', null, rootExtensions);
  await listSm2Certificate(office.db, (await keys.issue('office', 'root', signerExtensions)) + root, actor);
  await grow(office);
  await requestDueTimestamps(office.db, 'archives', { authority, most: 9 });
  await endDay(office);
  await stampAll(office, ending);
  const unpacked = async () =>
    folder.unpacked(
      await packageOf(office, number, authority, readConfig({}), openSm2Signer(readConfig({ SM2_SIGNER: keys.signer('office') }))),
    );
  packages.day = await unpacked();
  ending.renewCertificate();
  expect(await renewAll(office)).toMatchObject({ timestamps: 1 });
  await stampAll(office, ending);
  packages.stamped = await unpacked();
  ending.stayEnding();
  expect(await renewAll(office, weakSha256)).toMatchObject({ hashes: 1 });
  await stampAll(office, ending, weakSha256);
  packages.hashed = await unpacked();
  ending.renewCertificate();
  expect(await renewAll(office, weakSha256)).toMatchObject({ timestamps: 1 });
  await stampAll(office, ending, weakSha256);
  packages.again = await unpacked();
});
afterAll(async () => {
  await made.authority?.stop();
  await made.keys?.remove();
  await made.folder?.remove();
});

const actor = { kind: 'command' as const, id: '0', name: '测试', ip: '' };

async function read(given: Files): Promise<string> {
  const { listed } = await openSigningIdentity(office.db, readConfig({}));
  return inFolder(Object.fromEntries(given), async (cwd) => {
    const done = await promisify(execFile)('python3', [reader, printedFingerprint(listed.sha256), cwd], { timeout: 60_000 });
    return done.stdout.trim();
  });
}

/** With these bytes in place of its own, listed and signed by the office: only the file's own form can tell. */
async function resigned(name: string, change: (text: string) => string, given: Files = files()): Promise<Files> {
  const changed = new Map([...given, [name, Buffer.from(change(given.get(name)?.toString('latin1') ?? ''), 'latin1')]]);
  const listed = [...changed]
    .filter(([file]) => !unlistedNames.has(file))
    .map(([file, bytes]) => ({ name: file, sha256: sha256Of(bytes) }));
  const sums = Buffer.from(formatSums(listed));
  const { signDigest } = await openSigningIdentity(office.db, readConfig({}));
  changed.set(names.sums, sums);
  changed.set(names.sumsSignature, Buffer.from(await signDigest(Buffer.from(sha256Of(sums), 'hex'))));
  changed.delete(`${names.sums}.sm2`);
  return changed;
}

/** Another character in a line of Base64. */
const otherHash = (line: number) => (text: string) =>
  text
    .split('\n')
    .map((one, at) => (at === line ? one.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) : one))
    .join('\n');

/** Another byte at this place, from the end if negative. */
const otherByte = (at: number) => (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  const place = at < 0 ? bytes.length + at : at;
  return Buffer.from(bytes.with(place, (bytes[place] ?? 0) ^ 1)).toString('latin1');
};

describe.skipIf(tools.isMissing)(`a reader in Python that follows only the page of the formats${tools.note}`, () => {
  it('reads a genuine package', async () => {
    expect((await read(files())).split(' ')).toEqual([
      names.proof,
      names.timestampProof,
      names.officeProof,
      names.sm2Proof,
      names.archiveKeyProof,
      names.sm2Certificate,
      'capture.wacz',
      names.evidenceRecord,
      names.consistency,
    ]);
  });

  it.each([
    [names.consistency, otherHash(2)],
    [names.proof, otherHash(2)],
    [names.officeProof, otherHash(2)],
    [names.sm2Proof, otherHash(2)],
    [names.archiveKeyProof, otherHash(2)],
    [names.checkpoint, (text: string) => text.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`)],
    [`${names.certificate}.sm2`, (text: string) => `${text.slice(0, -1)}\0`],
    [`${names.certificate}.sm2.p7s`, otherByte(-1)],
    [`${names.certificate}.sm2.p7s`, otherByte(-90)],
    // A hash of the tree, and the token's signature.
    [names.evidenceRecord, otherByte(90)],
    [names.evidenceRecord, otherByte(-1)],
  ])('refuses a package with another %s', async (name, change) => {
    await expect(read(await resigned(name, change))).rejects.toThrow();
  });

  it('refuses a package whose list the office did not sign', async () => {
    await expect(read(new Map([...files(), [names.manifest, Buffer.from('{}')]]))).rejects.toThrow();
  });

  it.each(['stamped', 'hashed', 'again'] as const)('reads a package whose record was renewed: %s', async (state) => {
    expect(chainsOf(packages[state]).map((stamps) => stamps.length)).toEqual({ stamped: [2], hashed: [2, 1], again: [2, 2] }[state]);
    expect((await read(packages[state])).split(' ')).toContain(names.evidenceRecord);
  });

  const renewals: readonly (readonly [string, (chains: Chains) => (readonly ArchiveTimeStamp[])[]])[] = [
    ['whose renewal is missing between', ([[day], second]) => [[day], second]],
    ['whose first timestamp is missing', ([[, renewed], second]) => [[renewed], second]],
    ['whose renewed timestamps stand in another order', ([[day, renewed], second]) => [[renewed, day], second]],
    ['whose renewal has the token of the one before', ([[day, renewed], second]) => [[day, { ...renewed, token: day.token }], second]],
    ['whose renewal has the tree of the one before', ([[day, renewed], second]) => [[day, { ...renewed, tree: day.tree }], second]],
    ['whose renewal covers another token', ([[day, renewed], second]) => [[{ ...day, token: renewed.token }, renewed], second]],
    ['whose hash was renewed for nothing before it', ([, second]) => [second]],
    ['whose chains stand in another order', ([first, second]) => [second, first]],
    [
      'whose renewed hash has the token of the first chain',
      ([first, [hashed, last]]) => [first, [{ ...hashed, token: first[0].token }, last]],
    ],
    ['whose last renewal stands in the chain before', ([[day, renewed], [hashed, last]]) => [[day, renewed, last], [hashed]]],
    ['whose last renewal renews nothing', ([first, [, last]]) => [first, [last]]],
    ['whose two chains are one', ([first, second]) => [[...first, ...second]]],
  ];
  it.each(renewals)('refuses a record %s', async (_, change) => {
    const [first = [], second = []] = chainsOf(packages.again);
    const changed = Buffer.from(encodeRecord(change([first as Pair, second as Pair])));
    await expect(read(await resigned(names.evidenceRecord, () => changed.toString('latin1'), packages.again))).rejects.toThrow();
  });

  it('refuses a renewed record with another byte in a hash or a token', async () => {
    const record = packages.again.get(names.evidenceRecord) ?? Buffer.alloc(0);
    const places = chainsOf(packages.again).flatMap((stamps) =>
      stamps.flatMap(({ tree, token }) => [record.indexOf(tree?.[0]?.[0] ?? '') + 3, record.indexOf(token) + token.length - 1]),
    );
    expect(places).toHaveLength(8);
    for (const place of places) {
      await expect(read(await resigned(names.evidenceRecord, otherByte(place), packages.again)), `byte ${place}`).rejects.toThrow();
    }
  });
});

type Pair = [ArchiveTimeStamp, ArchiveTimeStamp];
/** Chains of a record that was renewed three times. */
type Chains = [Pair, Pair];

function chainsOf(given: Files): (readonly ArchiveTimeStamp[])[] {
  const record = parseRecord(given.get(names.evidenceRecord) ?? Buffer.alloc(0));
  if (!record.ok) throw new Error(record.fault);
  return record.value.chains.map(({ stamps }) => stamps);
}
