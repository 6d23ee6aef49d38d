import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tool } from '../../../../test/installation/tool.ts';
import { issuerNote, issuerText } from './issuer-text.ts';
import { issuerOf, type Issuer } from './issuer.ts';

const openssl = tool('openssl');
const folder = mkdtempSync(join(tmpdir(), 'issuer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A certificate; without an issuer it signs itself. @returns its PEM. */
function certificate(file: string, subject: string, issuer?: string): string {
  const path = (end: string) => join(folder, `${file}.${end}`);
  const by = issuer === undefined ? [] : ['-CA', join(folder, `${issuer}.pem`), '-CAkey', join(folder, `${issuer}.key`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', path('key')];
  execFileSync(openssl.path, ['req', '-x509', '-utf8', ...key, '-subj', subject, '-days', '9', ...by, '-out', path('pem')], {
    stdio: 'pipe',
  });
  return readFileSync(path('pem'), 'utf8');
}

describe.skipIf(openssl.isMissing)(`who issued a certificate${openssl.note}`, () => {
  it('says 自签名 of the signer itself, of the office’s own authority, and not of a foreign one', () => {
    const self = certificate('self', '/O=某公证处/CN=某公证处电子签名');
    const ownRoot = certificate('ownRoot', '/O=某公证处/CN=某公证处根证书');
    const own = certificate('own', '/O=某公证处/CN=签名一', 'ownRoot');
    const foreignRoot = certificate('foreignRoot', '/O=某认证公司/CN=某根证书');
    const foreign = certificate('foreign', '/O=某公证处/CN=某公证处电子签名', 'foreignRoot');
    const authority = certificate('authority', '/O=某认证公司/CN=某时间戳', 'foreignRoot');
    const ownAuthority = certificate('ownAuthority', '/O=某公证处/CN=时间戳服务', 'foreignRoot');

    const cases: [string, Issuer | null, Issuer['kind'], boolean][] = [
      ['self', issuerOf(self), 'self', true],
      ['own authority', issuerOf(`${own}${ownRoot}`), 'own', true],
      ['own authority without its certificate', issuerOf(own), 'own', true],
      ['foreign', issuerOf(`${foreign}${foreignRoot}`), 'other', false],
      ['timestamps of a foreign authority', issuerOf(`${authority}${foreignRoot}`, foreign), 'other', false],
      ['timestamps that sign themselves', issuerOf(certificate('lone', '/CN=某时间戳'), foreign), 'self', true],
      ['timestamps of the office', issuerOf(`${ownAuthority}${foreignRoot}`, foreign), 'own', true],
    ];
    for (const [name, issuer, kind, saysSo] of cases) {
      expect(issuer?.kind, name).toBe(kind);
      expect(issuerText(issuer).includes('自签名'), name).toBe(saysSo);
      expect(issuerNote(issuer).includes('自签名'), name).toBe(saysSo);
    }
    expect(issuerText(issuerOf(foreign))).toBe('证书写明由“某根证书”签发，以该机构的根证书核对为准');
  });

  it('cannot be read of what is no certificate', () => {
    expect([issuerOf(''), issuerOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')]).toEqual([null, null]);
  });
});
