import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateContent, inFolder, withFiles } from '../../../../test/installation/factories/certificate.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { type Authority, startAuthority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { certificatePdf } from '../documents/certificate-pdf.ts';
import { makeOfficeCertificate, type OfficeIdentity } from '../cms/office-certificate.ts';
import { signPdf } from './pdf-sign.ts';
import { verifyPdf } from '../../../domain/proof/cms/pdf-verify.ts';
import { requestTimestamp } from '../timestamps/timestamp.ts';
import { verifyTimestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

const pdfsig = tool('pdfsig');
let authority: Authority;
let office: OfficeIdentity;
let unsigned: Buffer;
let plain: Buffer;
let stamped: Buffer;

const signing = () => ({ office, name: '某某市公证处', reason: '电子数据存证证书', at: new Date('2026-11-21T02:50:00Z') });
const timestamp = (sha256: Uint8Array) => requestTimestamp({ url: authority.url, rootsPem: authority.rootsPem }, sha256);

beforeAll(async () => {
  authority = await startAuthority();
  office = await makeOfficeCertificate({ now: new Date() });
  unsigned = await certificatePdf(certificateContent({ title: 'Annots /AcroForm /ByteRange [0 /Contents <00> endobj' }));
  plain = await signPdf(unsigned, signing());
  stamped = await signPdf(unsigned, { ...signing(), timestamp });
});
afterAll(() => authority?.stop());

/** The signed bytes and the signature over them, extracted only by the numbers in the file. */
function cut(pdf: Buffer): { content: Buffer; cms: Buffer } {
  const [, from = 0, until = 0] = (/\/ByteRange \[(\d+) (\d+) (\d+)/.exec(pdf.toString('latin1', pdf.lastIndexOf('/ByteRange'))) ?? [])
    .slice(1)
    .map(Number);
  const padded = Buffer.from(pdf.toString('latin1', from + 1, until - 1), 'hex');
  return { content: Buffer.concat([pdf.subarray(0, from), pdf.subarray(until)]), cms: padded.subarray(0, 4 + padded.readUInt16BE(2)) };
}

const opensslVerify = (pdf: Buffer, trusted: string) =>
  withFiles({ ...cut(pdf), 'office.pem': trusted }, 'openssl', [
    'cms',
    '-verify',
    '-binary',
    '-inform',
    'DER',
    '-in',
    'cms',
    '-content',
    'content',
    '-CAfile',
    'office.pem',
    '-out',
    'verified',
  ]);

describe.each([
  ['B-B', () => plain],
  ['B-T', () => stamped],
] as const)('a signature of level %s', (level, signed) => {
  it('leaves the bytes of the unsigned PDF in front as they were', () => {
    expect(signed().subarray(0, unsigned.length).equals(unsigned)).toBe(true);
  });

  it('verifies in openssl cms under the office certificate, and not under another', async () => {
    expect((await opensslVerify(signed(), office.certificatePem)).stderr).toContain('successful');
    await expect(opensslVerify(signed(), authority.rootsPem)).rejects.toThrow();
  });

  it.skipIf(pdfsig.isMissing)(`is valid to pdfsig and covers the whole document${pdfsig.note}`, async () => {
    const { stdout } = await withFiles({ 'c.pdf': signed() }, 'pdfsig', ['c.pdf']);
    expect(stdout).toContain('Signature Validation: Signature is Valid.');
    expect(stdout).toContain('Total document signed');
    expect(stdout).toContain('ETSI.CAdES.detached');
  });

  it("is found to be the office's by our own verifier", async () => {
    const verdict = await verifyPdf(signed(), authority.rootsPem);
    expect(verdict.signerPem).toBe(office.certificatePem);
    expect(verdict.timestamp?.policy).toBe(level === 'B-T' ? '1.2.3.4.99' : undefined);
  });

  it('states its time in the PDF and not in the signed attributes, and names its certificate', async () => {
    const { stdout } = await withFiles({ cms: cut(signed()).cms }, 'openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'cms']);
    expect(stdout).toContain('id-smime-aa-signingCertificateV2');
    expect(stdout).not.toMatch(/object: signingTime/);
    expect(stdout.includes('id-smime-aa-timeStampToken')).toBe(level === 'B-T');
    expect(signed().toString('latin1')).toContain("/M (D:20261121025000+00'00')");
  });
});

describe('one changed byte', () => {
  it('is found in every part of the signature (each fifth digit) and at 250 places of the rest', async () => {
    const { cms, content } = cut(plain);
    const start = plain.lastIndexOf('/Contents <') + '/Contents <'.length;
    const everyPartOfTheSignature = Array.from({ length: cms.length * 2 }, (_, index) => start + index).filter((at) => at % 5 === 0);
    const elsewhere = Array.from({ length: 250 }, (_, index) => Math.floor((index / 250) * content.length)).map((at) =>
      at < start ? at : at + plain.length - content.length,
    );
    const padding = start + cms.length * 2 + 9;
    const unnoticed: number[] = [];
    for (const at of [...everyPartOfTheSignature, ...elsewhere, padding]) {
      const changed = Buffer.from(plain);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await verifyPdf(changed).then(
        () => unnoticed.push(at - start),
        () => undefined,
      );
    }
    expect(unnoticed).toEqual([]);
  });

  it('is found by openssl and pdfsig too, and so is anything appended', async () => {
    const changed = Buffer.from(stamped);
    changed[unsigned.indexOf('/Producer') + 12] = 0x58;
    await expect(opensslVerify(changed, office.certificatePem)).rejects.toThrow();
    if (!pdfsig.isMissing) expect((await withFiles({ 'c.pdf': changed }, 'pdfsig', ['c.pdf'])).stdout).not.toContain('Signature is Valid');
    await expect(verifyPdf(Buffer.concat([stamped, Buffer.from('\n')]))).rejects.toThrow('whole file');
  });
});

it('carries a token that openssl ts verifies over the signature', async () => {
  const { cms } = cut(stamped);
  const print = (await withFiles({ cms }, 'openssl', ['asn1parse', '-inform', 'DER', '-in', 'cms'])).stdout;
  const [, offset = 0, header = 0, length = 0] = (
    /(\d+):d=\d+\s+hl=(\d+) l=\s*(\d+) prim: OCTET STRING\s+\[HEX DUMP\]:[0-9A-F]{768}\n(?=[\s\S]*id-smime-aa-timeStampToken)/.exec(
      print,
    ) ?? []
  ).map(Number);
  const signature = cms.subarray(offset + header, offset + header + length);
  const [, at = 0] = (/id-smime-aa-timeStampToken\n\s*\d+:d=.*SET\s*\n\s*(\d+):d=/.exec(print) ?? []).map(Number);
  const token = cms.subarray(at, at + 4 + cms.readUInt16BE(at + 2));
  const verdict = await withFiles({ signature, token, 'root.pem': authority.rootsPem }, 'openssl', [
    'ts',
    '-verify',
    '-data',
    'signature',
    '-in',
    'token',
    '-token_in',
    '-CAfile',
    'root.pem',
  ]);
  expect(verdict.stdout).toContain('Verification: OK');
});

it('takes a P-256 key and a certificate with its chain', async () => {
  await authority.openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'ec1.key');
  await authority.openssl('pkcs8', '-topk8', '-nocrypt', '-in', 'ec1.key', '-out', 'ec.key');
  await authority.openssl('req', '-new', '-key', 'ec.key', '-out', 'ec.csr', '-subj', '/CN=Office');
  await authority.openssl(
    'x509',
    '-req',
    '-in',
    'ec.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-out',
    'ec.pem',
    '-days',
    '30',
  );
  const read = (name: string) => readFile(join(authority.folder, name), 'utf8');
  const pdf = await signPdf(unsigned, {
    ...signing(),
    office: { keyPem: await read('ec.key'), certificatePem: (await read('ec.pem')) + authority.rootsPem },
  });
  expect((await opensslVerify(pdf, authority.rootsPem)).stderr).toContain('successful');
  expect((await verifyPdf(pdf)).signerPem).toBe(await read('ec.pem'));
});

const certutil = tool('certutil');
it.skipIf(pdfsig.isMissing || certutil.isMissing)(
  `is trusted by pdfsig where the root of the office is${pdfsig.note}${certutil.note}`,
  async () => {
    await authority.issue('office', 'keyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=emailProtection\n');
    const read = (name: string) => readFile(join(authority.folder, name), 'utf8');
    const pdf = await signPdf(unsigned, {
      ...signing(),
      office: { keyPem: await read('office.key'), certificatePem: await read('office.pem') },
    });
    const verdict = await inFolder({ 'c.pdf': pdf, 'root.pem': authority.rootsPem }, async (cwd) => {
      execFileSync('certutil', ['-N', '-d', 'sql:.', '--empty-password'], { cwd });
      execFileSync('certutil', ['-A', '-d', 'sql:.', '-n', 'root', '-t', 'CT,C,C', '-i', 'root.pem'], { cwd });
      return execFileSync('pdfsig', ['-nssdir', cwd, 'c.pdf'], { cwd, encoding: 'utf8' });
    });
    expect(verdict).toContain('Signature Validation: Signature is Valid.');
    expect(verdict).toContain('Certificate Validation: Certificate is Trusted.');
  },
);

it('passes a refusal of the authority on, and signs nothing', async () => {
  const refused = signPdf(unsigned, {
    ...signing(),
    timestamp: () => requestTimestamp({ url: 'http://127.0.0.1:9' }, createHash('sha256').digest()),
  });
  await expect(refused).rejects.toMatchObject({ kind: 'unreachable' });
});

it('does not sign what is signed already, nor what is no PDF', async () => {
  await expect(signPdf(plain, signing())).rejects.toThrow();
  await expect(signPdf(Buffer.from('hello'), signing())).rejects.toThrow('not a PDF');
});

it('makes an office certificate that may sign documents and no certificates', async () => {
  const { stdout } = await withFiles({ 'office.pem': office.certificatePem }, 'openssl', [
    'x509',
    '-in',
    'office.pem',
    '-noout',
    '-text',
    '-nameopt',
    'utf8',
  ]);
  expect(stdout).toMatch(/Subject: ?CN ?= ?公证处电子存证平台（演示）\n/);
  for (const value of ['CA:FALSE', 'Digital Signature, Non Repudiation', 'Public-Key: (3072 bit)']) expect(stdout).toContain(value);
  expect((await verifyTimestamp((await timestamp(Buffer.alloc(32))).der, Buffer.alloc(32))).policy).toBe('1.2.3.4.99');
});
