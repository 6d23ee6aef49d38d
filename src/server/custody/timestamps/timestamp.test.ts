import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Authority,
  type Behaviour,
  honest,
  sendReply,
  startAuthority,
} from '../../../../test/installation/servers/timestamp-authority.ts';
import { readReply } from '../../../domain/proof/cms/timestamp-reply.ts';
import { requestTimestamp } from './timestamp.ts';
import { type Timestamp, verifyTimestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

const content = Buffer.from('checkpoint 1');
const sha256 = createHash('sha256').update(content).digest();
let authority: Authority;

beforeAll(async () => {
  authority = await startAuthority();
});
afterEach(() => {
  authority.behave(honest);
  vi.useRealTimers();
});
afterAll(() => authority?.stop());

const request = (timeoutMs?: number) => requestTimestamp({ url: authority.url, rootsPem: authority.rootsPem, timeoutMs }, sha256);
const inFolder = (name: string, bytes: Uint8Array) => writeFile(join(authority.folder, name), bytes);

describe('a token that was granted', () => {
  let timestamp: Timestamp;
  beforeAll(async () => {
    timestamp = await request();
    await inFolder('kept.tsr', timestamp.der);
  });

  it('is the whole answer, which openssl ts verifies over the content', async () => {
    await inFolder('content', content);
    const verdict = await authority.openssl('ts', '-verify', '-data', 'content', '-in', 'kept.tsr', '-CAfile', 'root.pem');
    expect(verdict).toContain('Verification: OK');
  });

  it('is read as openssl ts reads it: time, serial number and policy', async () => {
    const text = await authority.openssl('ts', '-reply', '-in', 'kept.tsr', '-text');
    expect(text).toContain(`Policy OID: ${timestamp.policy}`);
    expect(text).toMatch(new RegExp(`Serial number: 0x0*${timestamp.serial.replace(/^0+/, '')}\\n`, 'i'));
    const stated = /Time stamp: (.+)\n/.exec(text)?.[1] ?? '';
    expect(timestamp.genTime.getTime()).toBe(new Date(stated).getTime());
  });

  it('comes with a chain that openssl verify accepts for timestamps', async () => {
    await inFolder('chain.pem', Buffer.from(timestamp.chainPem));
    const verdict = await authority.openssl(
      'verify',
      '-purpose',
      'timestampsign',
      '-CAfile',
      'root.pem',
      '-untrusted',
      'chain.pem',
      'chain.pem',
    );
    expect(verdict).toContain('chain.pem: OK');
    expect(timestamp.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  it('verifies offline, with the root and without one', async () => {
    expect(await verifyTimestamp(timestamp.der, sha256, authority.rootsPem)).toEqual(timestamp);
    expect((await verifyTimestamp(timestamp.der, sha256)).genTime).toEqual(timestamp.genTime);
  });

  it('is refused for other bytes', async () => {
    const other = createHash('sha256').update('checkpoint 2').digest();
    await expect(verifyTimestamp(timestamp.der, other, authority.rootsPem)).rejects.toMatchObject({ kind: 'wrong-imprint' });
  });

  it("is refused under a root that is not the authority's", async () => {
    await authority.openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'x.key',
      '-out',
      'x.pem',
      '-subj',
      '/CN=Test Root',
      '-days',
      '9',
    );
    const stranger = await readFile(join(authority.folder, 'x.pem'), 'utf8');
    await expect(verifyTimestamp(timestamp.der, sha256, stranger)).rejects.toMatchObject({ kind: 'untrusted' });
  });

  it('is refused with a changed byte in what was signed, in the signature or in the certificate', async () => {
    const { infoDer, message } = readReply(timestamp.der);
    const signature = message.signedData.signerInfos[0]?.signature.valueBlock.valueHexView ?? new Uint8Array();
    const certificate = message.certificates[0]?.der ?? new Uint8Array();
    for (const part of [infoDer, signature, certificate]) {
      const at = Buffer.from(timestamp.der).indexOf(part);
      expect(at).toBeGreaterThan(0);
      const changed = Uint8Array.from(timestamp.der);
      changed[at + part.length - 3] = (changed[at + part.length - 3] ?? 0) ^ 1;
      await expect(verifyTimestamp(changed, sha256, authority.rootsPem)).rejects.toMatchObject({ name: 'TimestampError' });
    }
  });
});

const reply =
  (bytes: Buffer): Behaviour =>
  async (_query, response) =>
    void response.writeHead(200).end(bytes);

/** A query made by OpenSSL, so its nonce is not one of ours. */
async function foreignQuery(digest: Buffer): Promise<Buffer> {
  await authority.openssl('ts', '-query', '-digest', digest.toString('hex'), '-sha256', '-cert', '-out', 'foreign.tsq');
  return await readFile(join(authority.folder, 'foreign.tsq'));
}

const faults: [string, string, Behaviour][] = [
  ['answers too late', 'late', async () => void (await sleep(1)) /* and never ends the response */],
  [
    'starts an answer and stalls',
    'late',
    async (query, response, sign) => void response.writeHead(200).write((await sign(query)).subarray(0, 100)),
  ],
  ['answers garbage', 'malformed', reply(Buffer.from('<html>please log in</html>'))],
  ['answers nothing', 'malformed', reply(Buffer.alloc(0))],
  ['answers without an end', 'malformed', reply(Buffer.alloc(1024 * 1024, 0x30))],
  ['answers HTTP 500', 'unreachable', async (_query, response) => void response.writeHead(500).end()],
  ['sends us elsewhere', 'unreachable', async (_query, response) => void response.writeHead(302, { location: authority.url }).end()],
  ['hangs up', 'unreachable', async (_query, response) => void response.destroy()],
  ['refuses our hash', 'rejected', async (query, response, sign) => void response.writeHead(200).end(await sign(query, 'strict'))],
  [
    'stamps other bytes',
    'wrong-imprint',
    async (_query, response, sign) => void response.end(await sign(await foreignQuery(createHash('sha256').update('other').digest()))),
  ],
  [
    'stamps under another nonce',
    'wrong-nonce',
    async (_query, response, sign) => void response.end(await sign(await foreignQuery(sha256))),
  ],
  [
    'puts two answers into one',
    'malformed',
    async (query, response, sign) => void response.end(Buffer.concat([await sign(query), await sign(query)])),
  ],
];

describe('an authority that', () => {
  it.each(faults)('%s is told as %s, and asked again gives a token', async (_name, kind, behaviour) => {
    authority.behave(behaviour);
    await expect(request(kind === 'late' ? 400 : undefined)).rejects.toMatchObject({ name: 'TimestampError', kind });
    authority.behave(honest);
    expect((await request()).policy).toBe('1.2.3.4.99');
  });

  it('repeats its last answer is told as wrong-nonce', async () => {
    const first = await request();
    authority.behave(reply(Buffer.from(first.der)));
    await expect(request()).rejects.toMatchObject({ kind: 'wrong-nonce' });
  });

  // openssl/openssl#14190: authorities name the chain too, in ESSCertID (SHA-1) or ESSCertIDv2; the signer comes first (RFC 5035, 3).
  it.each(['whole-chain', 'whole-chain-sha1'] as const)(
    'names its whole chain in the signed part (%s) is taken, as openssl ts takes it',
    async (section) => {
      authority.behave(async (query, response, sign) => sendReply(response, await sign(query, section)));
      const { der } = await request();
      expect((await verifyTimestamp(der, sha256, authority.rootsPem)).der).toEqual(der);
      await inFolder('chained.tsr', der);
      await inFolder('content', content);
      const words = ['-verify', '-data', 'content', '-in', 'chained.tsr', '-CAfile', 'root.pem'];
      expect(await authority.openssl('ts', ...words)).toContain('Verification: OK');
    },
  );

  it('is asked twice for the same bytes gives two tokens, and both verify', async () => {
    const [one, two] = await Promise.all([request(), request()]);
    expect(one.serial).not.toBe(two.serial);
    for (const { der } of [one, two]) await verifyTimestamp(der, sha256, authority.rootsPem);
  });

  it.each([
    ['fast', -400],
    ['slow', 400],
  ])('has a clock too %s is told as wrong-time, and is believed within the tolerance', async (_how, apartSeconds) => {
    // A wrong clock of ours makes an honest authority look as if its clock were wrong.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apartSeconds * 1000 });
    await expect(request()).rejects.toMatchObject({ name: 'TimestampError', kind: 'wrong-time' });
    expect((await requestTimestamp({ url: authority.url, rootsPem: authority.rootsPem, toleranceSeconds: 500 }, sha256)).policy).toBe(
      '1.2.3.4.99',
    );
    vi.setSystemTime(Date.now() - (apartSeconds / 2) * 1000);
    expect((await request()).policy).toBe('1.2.3.4.99');
  });

  it('wants a user and a password gets them from its address, and no error tells them', async () => {
    const url = authority.url.replace('http://', 'http://office:s%40cret@');
    expect((await requestTimestamp({ url, rootsPem: authority.rootsPem }, sha256)).policy).toBe('1.2.3.4.99');
    expect(authority.authorization()).toBe(`Basic ${Buffer.from('office:s@cret').toString('base64')}`);
    for (const [behaviour, timeoutMs] of [
      [reply(Buffer.alloc(0)), 10_000],
      [async (_query, response) => void response.destroy(), 10_000],
      [async () => undefined, 300],
    ] as [Behaviour, number][]) {
      authority.behave(behaviour);
      const error: unknown = await requestTimestamp({ url, timeoutMs }, sha256).catch((thrown: unknown) => thrown);
      expect(inspect(error, { depth: 9 })).not.toMatch(/s%40cret|s@cret|office/);
    }
  });

  it('is not there is told as unreachable', async () => {
    await expect(requestTimestamp({ url: 'http://127.0.0.1:9/tsr' }, sha256)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('signs with a certificate that is not for timestamps alone is told as untrusted', async () => {
    const { infoDer } = readReply((await request()).der);
    await inFolder('info.der', infoDer);
    for (const [name, usage] of Object.entries({
      mild: 'timeStamping',
      broad: 'critical,timeStamping,codeSigning',
      mail: 'critical,emailProtection',
    })) {
      await authority.issue(name, `extendedKeyUsage=${usage}\n`);
      const output = ['-outform', 'DER', '-out', `${name}.cms`];
      const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4'];
      await authority.openssl(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-cades',
        ...type,
        '-in',
        'info.der',
        '-signer',
        `${name}.pem`,
        '-inkey',
        `${name}.key`,
        ...output,
      );
      const token = await readFile(join(authority.folder, `${name}.cms`));
      const status = Buffer.from('3003020100', 'hex');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(status.length + token.length);
      const answer = Buffer.concat([Buffer.from('3082', 'hex'), length, status, token]);
      await expect(verifyTimestamp(answer, sha256, authority.rootsPem), name).rejects.toMatchObject({ kind: 'untrusted' });
    }
  });
});
