import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { dossierFacts, officeRecord } from '../../../../../test/installation/factories/packages/dossier-facts.ts';
import { fingerprintOf } from '../../cms/certificate-fingerprint.ts';
import { fromPem, toPem } from '../../cms/der.ts';
import { isPublicRoot } from '../../cms/public-roots.ts';
import { outsiderFacts } from './outsiders.ts';

const { witnesses } = dossierFacts();
const elsewhere = { ...officeRecord(), timestampAuthority: 'elsewhere' } as const;
const factsOf = (record: Parameters<typeof outsiderFacts>[1]['record'], chain?: string) => {
  const file = (name: string) => (name.endsWith('-chain.pem') && chain !== undefined ? new TextEncoder().encode(chain) : undefined);
  return outsiderFacts(file, { record, witnesses });
};
const ofToken = ({ timestamp, evidenceTimestamp, mark }: ReturnType<typeof factsOf>) => [timestamp, evidenceTimestamp, mark];
const [publicRoot = ''] = rootCertificates.filter((pem) => isPublicRoot(fingerprintOf(pem) ?? ''));

it('a timestamp of an authority that runs elsewhere, below a root that browsers trust, is one of a third party', () => {
  expect(ofToken(factsOf(elsewhere, publicRoot))).toEqual([null, null, null]);
});

it('a root of the same name that is not that root vouches for nobody', () => {
  const [der = new Uint8Array(0)] = fromPem('CERTIFICATE', publicRoot);
  const other = Uint8Array.from(der, (byte, at) => (at === der.length - 1 ? byte ^ 1 : byte));
  for (const text of ofToken(factsOf(elsewhere, toPem('CERTIFICATE', [other])))) expect(text).toMatch(/不在浏览器公开信任的根证书之列/);
});

it('a token without a chain is of nobody', () => {
  expect(ofToken(factsOf(elsewhere))).toEqual(Array(3).fill('没有时间戳机构的证书链'));
});

it('a timestamp of an authority on the office’s machine is none, whatever its certificate says', () => {
  for (const text of ofToken(factsOf({ ...elsewhere, timestampAuthority: 'this-machine' }, publicRoot)))
    expect(text).toMatch(/运行在出具机构自己的机器上/);
});

it('a package that lost the office’s record does not make the authority a third party again', () => {
  for (const text of ofToken(factsOf(null, publicRoot))) expect(text).toMatch(/没有出具机构的记录/);
});
