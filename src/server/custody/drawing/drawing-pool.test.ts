import { expect, it } from 'vitest';
import { certificateContent } from '../../../../test/installation/factories/certificate.ts';
import { certificatePdf } from '../documents/certificate-pdf.ts';
import { signDigest } from '../signing/cms-sign.ts';
import { notarialPdf, type NotarialContent } from '../documents/notarial-pdf.ts';
import { makeOfficeCertificate } from '../cms/office-certificate.ts';
import { drawCertificate, drawNotarial, signInThread, threads } from './drawing-pool.ts';

const at = new Date('2026-11-21T02:50:00Z');
const notarial: NotarialContent = {
  number: '（2026）存公证字第1号',
  officeName: '某某市公证处',
  applicant: { name: '𠮷田', idcard: '110101199001011237', address: '某某市某某路1号' },
  appliedAt: at,
  passedAt: at,
  notary: '钱测试',
  verifyUrl: 'https://notary.example/verify',
  evidence: [{ number: 'A'.repeat(32), title: '网页取证', kind: '网页取证', fileName: '页面.html', savedAt: at, sha256: 'a'.repeat(64) }],
};

it('draws in a thread the same bytes as are drawn without one', async () => {
  expect((await drawCertificate('1', certificateContent())).equals(await certificatePdf(certificateContent()))).toBe(true);
  expect((await drawNotarial('1', notarial)).equals(await notarialPdf(notarial))).toBe(true);
  expect(threads.count()).toBeGreaterThan(0);
});

it('signs in a thread the same bytes as are signed without one', async () => {
  const office = await makeOfficeCertificate({ now: at });
  const digest = new Uint8Array(32).fill(7);
  expect((await signInThread('1', digest, office)).equals(await signDigest(digest, office))).toBe(true);
});

it('says why a document cannot be drawn, and draws the next', async () => {
  const [time] = certificateContent().times;
  const crowded = certificateContent({ times: Array.from({ length: 4 }, () => time ?? { label: '', at }) });
  await expect(drawCertificate('1', crowded)).rejects.toThrow(new RangeError('a certificate has room for three times'));
  expect((await drawCertificate('1', certificateContent())).subarray(0, 5).toString()).toBe('%PDF-');
});
