import { beforeAll, expect, it } from 'vitest';
import { certificateContent } from '../../../../test/installation/factories/certificate.ts';
import { fingerprintOf } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { readOfficeDocument } from '../../../domain/proof/verify/office-document.ts';
import { makeOfficeCertificate } from '../cms/office-certificate.ts';
import { certificatePdf } from '../documents/certificate-pdf.ts';
import { signPdf } from './pdf-sign.ts';

const content = certificateContent();
const at = new Date('2026-11-21T02:50:00Z');
let pdf: Buffer;
let signed: Buffer;
let fingerprint: string | null;

beforeAll(async () => {
  const office = await makeOfficeCertificate({ now: new Date() });
  fingerprint = fingerprintOf(office.certificatePem);
  pdf = await certificatePdf(content);
  signed = await signPdf(pdf, { office, name: '某某市公证处', reason: '电子数据存证证书', at });
});

it('reads kind, number and signer of a document of the office', async () => {
  expect(await readOfficeDocument(signed)).toEqual({ title: '电子数据存证证书', number: content.number, signedBy: fingerprint });
});

it.each(['unsigned', 'changed', 'continued', 'cut'])('names no signer of a document that is %s', async (how) => {
  const forms: Record<string, Buffer> = {
    unsigned: pdf,
    changed: Buffer.from(signed.with(60, (signed[60] ?? 0) ^ 1)),
    continued: Buffer.concat([signed, Buffer.from('\n% a later revision')]),
    cut: signed.subarray(0, -1),
  };
  expect(await readOfficeDocument(forms[how] ?? signed)).toMatchObject({ title: '电子数据存证证书', signedBy: null });
});

it('takes no other file for one', async () => {
  for (const other of [Buffer.from('hello'), Buffer.from('%PDF-1.7\n/Title 1 0 R'), Buffer.from(`x${signed.toString('latin1')}`, 'latin1')])
    expect(await readOfficeDocument(other)).toBeNull();
});
