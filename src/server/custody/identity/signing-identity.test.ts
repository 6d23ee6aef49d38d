import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import {
  documentSigner,
  startCertificateAuthority,
  type CertificateAuthority,
  type IssueOptions,
} from '../../../../test/installation/servers/authority-chain.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { grow, packageOf, webEvidence } from '../../../../test/installation/factories/package.ts';
import { fsck } from '../../../cli/check/fsck.ts';
import { officeCommands } from '../../../cli/commands/office.ts';
import { verifyPackage } from '../../../cli/verify/verify-package.ts';
import { publishedKeysPath, type PublishedKeys } from '../../../contract/open/published-keys.ts';
import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import { adoptStore } from '../../platform/installation/store-owner.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { custodyHealth } from '../audit/health.ts';
import { readLogKey } from '../log/log-signer.ts';
import { currentCertificate, openSigningIdentity } from './signing-identity.ts';
import { checkedIdentity } from './certificate-import.ts';
import { readListed } from '../log/published-certificates.ts';
import { certificateRenewal } from './certificate-renewal.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const config = readConfig({});
const dayMs = 86_400_000;
let ca: CertificateAuthority;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-office-'));
  ca = await startCertificateAuthority();
  await make.open();
});
afterAll(async () => {
  await ca?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = async (name: string, args: string[]) => {
  const command = officeCommands.find((one) => one.name === name);
  if (!command) throw new Error(name);
  return command.run({ db: installation.db, pool: installation.pool, args, config });
};
const at = (name: string) => join(ca.folder, name);
const chainOf = async (name: string) => (await ca.read(`${name}.pem`)) + (await ca.read('middle.pem')) + (await ca.read('root.pem'));
const published = async () => (await installation.app.inject({ url: publishedKeysPath })).json<PublishedKeys>();
const logKey = async () => {
  const key = await readLogKey(installation.db);
  return key ? formatVkey(key) : '';
};

it('brings a certificate of an authority, which signs once the log holds it; packages of before stay a match', async () => {
  const before = await openSigningIdentity(installation.db, config);
  const number = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  const older = join(folder, 'older.zip');
  await writeFile(older, await packageOf(installation, number));

  await ca.issue('office', 'middle');
  await writeFile(at('chain.pem'), await chainOf('office'));
  const { value } = await run('office certificate import', ['--chain', at('chain.pem'), '--key', at('office.key')]);
  const { fingerprint } = value as { fingerprint: string };
  // Not in the log yet: the previous certificate keeps signing, and the new one is listed as upcoming.
  expect((await openSigningIdentity(installation.db, config)).listed.sha256).toBe(before.listed.sha256);
  expect((await published()).certificates.map(({ origin, is_current: isCurrent }) => [origin, isCurrent])).toEqual([
    ['imported', false],
    ['made', true],
  ]);
  await grow(installation);
  // Published keys are kept for seconds.
  const current = async () =>
    (await published()).certificates.map(({ fingerprint_sha256: shown, is_current: isCurrent }) => [shown === fingerprint, isCurrent]);
  await expect.poll(current).toEqual([
    [true, true],
    [false, false],
  ]);

  const newer = join(folder, 'newer.zip');
  await writeFile(newer, await packageOf(installation, number));
  const keys = { logKey: await logKey() };
  for (const path of [older, newer])
    expect((await verifyPackage(path, keys)).lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  const [ofOlder, ofNewer] = [before.listed.sha256, fingerprint.replaceAll(':', '').toLowerCase()];
  expect([
    (await verifyPackage(older, { ...keys, officeFingerprint: ofOlder })).verdict,
    (await verifyPackage(newer, { ...keys, officeFingerprint: ofNewer })).verdict,
  ]).toEqual(['match', 'match']);
  expect([
    (await verifyPackage(older, { officeFingerprint: ofNewer })).verdict,
    (await verifyPackage(newer, { officeFingerprint: ofOlder })).verdict,
  ]).toEqual(['mismatch', 'mismatch']);
  expect(await custodyHealth(installation.db)).toMatchObject({ office: { origin: 'imported' } });
  const trail = await installation.db
    .selectFrom('trail')
    .select(['action', 'actor_kind'])
    .where('object', 'like', 'certificate/%')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: '生成机构证书', actor_kind: 'system' },
    { action: '导入机构证书', actor_kind: 'command' },
  ]);
  const own = readConfig({ DATA_DIR: at('data') });
  await mkdir(own.dataDir);
  await adoptStore(own, installation.db);
  const checked = await fsck.run({ db: installation.db, pool: installation.pool, args: [], config: own });
  expect(checked.text).not.toContain('office_certificate');

  // Repeating this changes nothing.
  await run('office certificate import', ['--chain', at('chain.pem'), '--key', at('office.key')]);
  expect(await readListed(installation.db)).toHaveLength(2);
});

it('reads PKCS#12, its certificates in whatever order, and keeps the key under the password of the office alone', async () => {
  await ca.issue('bundled', 'middle', { newKey: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] });
  await writeFile(at('reversed.pem'), (await ca.read('root.pem')) + (await ca.read('middle.pem')));
  await ca.openssl(
    'pkcs12',
    '-export',
    '-in',
    'bundled.pem',
    '-inkey',
    'bundled.key',
    '-certfile',
    'reversed.pem',
    '-out',
    'bundled.p12',
    '-passout',
    'pass:of the bundle',
  );
  await writeFile(at('password'), 'of the bundle\n');
  await expect(run('office certificate import', ['--pkcs12', at('bundled.p12')])).rejects.toThrow('the password does not open it');
  await run('office certificate import', ['--pkcs12', at('bundled.p12'), '--password-file', at('password')]);
  await grow(installation);
  const office = await openSigningIdentity(installation.db, config);
  expect(office.certificatePem).toBe(await chainOf('bundled'));
  expect(new X509Certificate(office.certificatePem).publicKey.asymmetricKeyType).toBe('ec');
  expect(await office.signDigest(Buffer.alloc(32))).toBeInstanceOf(Buffer);
  const rows = await installation.db.selectFrom('secret').select('value').where('name', 'like', 'office-identity%').execute();
  expect(rows).toHaveLength(3);
  for (const { value } of rows) expect(value.toString()).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/);
  await expect(openSigningIdentity(installation.db, readConfig({ OFFICE_KEY_PASSWORD: 'another password' }))).rejects.toThrow(
    'OFFICE_KEY_PASSWORD',
  );

  const number = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  await writeFile(join(folder, 'ec.zip'), await packageOf(installation, number));
  expect((await verifyPackage(join(folder, 'ec.zip'), { logKey: await logKey() })).verdict).toBe('match');
});

describe('refuses to bring', () => {
  let [goodChain, goodKey] = ['', ''];
  beforeAll(async () => {
    await ca.issue('good', 'middle');
    [goodChain, goodKey] = [await chainOf('good'), await ca.read('good.key')];
  });
  const issued = async (name: string, options: IssueOptions) => {
    await ca.issue(name, 'middle', options);
    return [await chainOf(name), await ca.read(`${name}.key`)] as const;
  };

  it.each<[string, () => Promise<readonly [chain: string, key: string]>, string]>([
    ['a key of another certificate', async () => [goodChain, await ca.read('root.key')], 'does not belong to the first certificate'],
    [
      'a chain out of order',
      async () => [(await ca.read('good.pem')) + (await ca.read('root.pem')) + (await ca.read('middle.pem')), goodKey],
      'The chain is out of order: certificate 1 (CN=good) was not issued by certificate 2 (CN=root)',
    ],
    ['a chain that begins with its root', async () => [(await ca.read('root.pem')) + goodChain, goodKey], 'out of order'],
    [
      'a certificate that has ended',
      () => issued('ended', { from: '20200101000000Z', until: '20210101000000Z' }),
      'CN=ended ended on 2021-01-01',
    ],
    ['one that is yet to begin', () => issued('coming', { from: '20400101000000Z', until: '20410101000000Z' }), 'yet to come'],
    [
      'an authority’s own',
      async () => [(await ca.read('middle.pem')) + (await ca.read('root.pem')), await ca.read('middle.key')],
      'that of an authority',
    ],
    [
      'one for keys alone',
      () => issued('agreeing', { extensions: documentSigner.replace('digitalSignature,nonRepudiation', 'keyAgreement') }),
      'neither digitalSignature nor nonRepudiation',
    ],
    [
      'a server’s',
      () => issued('server', { extensions: documentSigner.replace(/extendedKeyUsage=.*/, 'extendedKeyUsage=serverAuth') }),
      'not for documents',
    ],
    ['a short key', () => issued('short', { newKey: ['rsa:1024'] }), 'must be RSA of 2048 bits or more'],
    ['a key of another kind', () => issued('edwards', { newKey: ['ed25519'] }), 'must be RSA'],
    ['no certificate', async () => ['', goodKey], 'There is no certificate'],
    ['no key', async () => [goodChain, 'nothing'], 'cannot be read'],
  ])('%s', async (_, given, reason) => {
    const [chain, key] = await given();
    expect(() => checkedIdentity(chain, key, undefined, new Date())).toThrow(reason);
  });

  it('an encrypted key without its password, and takes it with it', async () => {
    await ca.openssl('pkcs8', '-topk8', '-in', 'good.key', '-out', 'sealed.key', '-passout', 'pass:of the key');
    const sealed = await ca.read('sealed.key');
    expect(() => checkedIdentity(goodChain, sealed, undefined, new Date())).toThrow('the password does not open it');
    expect(checkedIdentity(goodChain, sealed, 'of the key', new Date()).certificatePem).toBe(goodChain);
  });
});

describe('before a certificate ends', () => {
  const alarms: string[] = [];
  let now = new Date();
  let tend: () => Promise<void>;
  beforeAll(() => {
    tend = certificateRenewal(installation.db, { config, alarm: (line) => alarms.push(line), now: () => now });
  });
  beforeEach(() => void alarms.splice(0));

  it('one of an authority is told of once a day, and nothing is made in its place while it is valid', async () => {
    const current = await currentCertificate(installation.db);
    if (!current) throw new Error('there is none');
    now = new Date(current.notAfter.getTime() - 61 * dayMs);
    await tend();
    expect(alarms).toEqual([]);
    now = new Date(current.notAfter.getTime() - 59.5 * dayMs);
    for (let hour = 0; hour < 3; hour += 1) await tend();
    expect(alarms).toEqual([expect.stringMatching(/^The office's certificate [0-9A-F:]{95} ends on .*, in 59 days: bring its successor/)]);
    now = new Date(now.getTime() + dayMs);
    await tend();
    expect(alarms).toHaveLength(2);
    expect((await openSigningIdentity(installation.db, config, { now })).listed.sha256).toBe(current.sha256);
    // After its end the office signs with its own certificate again, not with an expired one and not without any.
    expect((await openSigningIdentity(installation.db, config, { now: new Date(current.notAfter.getTime() + dayMs) })).listed.origin).toBe(
      'made',
    );
  });

  it('one of the office’s own making is renewed, once, and the log names the new one before it signs', async () => {
    const own = (await readListed(installation.db)).find(({ origin }) => origin === 'made');
    if (!own) throw new Error('there is none');
    now = new Date(own.notAfter.getTime() - 59 * dayMs);
    await Promise.all([tend(), tend()]);
    await tend();
    const made = (await readListed(installation.db)).filter(({ origin }) => origin === 'made');
    expect(made).toHaveLength(2);
    expect((await openSigningIdentity(installation.db, config, { now })).listed.sha256).toBe(own.sha256);
    await grow(installation);
    expect((await openSigningIdentity(installation.db, config, { now })).listed.sha256).toBe(made[1]?.sha256);
    expect(alarms).toEqual([]);
  });
});

it('publishes the keys for everybody, and nothing secret', async () => {
  const reply = await installation.app.inject({ url: publishedKeysPath });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(reply.body).not.toContain('PRIVATE KEY');
  const { log, certificates } = await published();
  expect(log).toMatchObject({ vkey: await logKey(), origin: 'localhost/log', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(certificates.filter((one) => one.is_current)).toHaveLength(1);
  expect(certificates.at(-1)).toMatchObject({ origin: 'made', subject: 'CN=公证处电子存证平台' });
});
