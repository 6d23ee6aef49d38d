import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificateContent } from '../../../test/installation/factories/certificate.ts';
import { startAuthority, type Authority } from '../../../test/installation/servers/timestamp-authority.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { certificatePdf } from '../../server/custody/documents/certificate-pdf.ts';
import { makeOfficeCertificate, type OfficeIdentity } from '../../server/custody/cms/office-certificate.ts';
import { signPdf } from '../../server/custody/drawing/pdf-sign.ts';
import { requestTimestamp } from '../../server/custody/timestamps/timestamp.ts';
import { checkCertificate } from '../../domain/proof/verify/certificate-check.ts';

const dayMs = 86_400_000;
const today = new Date();
const inDays = (days: number) => new Date(today.getTime() + days * dayMs);
let authority: Authority;
let others: Authority;
let unsigned: Buffer;
/** One valid for thirty days before and after today, and one that expired ten days ago. */
let [current, former] = [{} as OfficeIdentity, {} as OfficeIdentity];
beforeAll(async () => {
  authority = await startAuthority();
  others = await startAuthority();
  unsigned = await certificatePdf(certificateContent());
  current = await makeOfficeCertificate({ now: inDays(-30), years: 60 / 365.25 });
  former = await makeOfficeCertificate({ now: inDays(-40), years: 30 / 365.25 });
});
afterAll(async () => {
  await authority?.stop();
  await others?.stop();
});

interface Case {
  readonly office: OfficeIdentity;
  readonly at: Date;
  readonly isStamped: boolean;
  readonly now: Date;
  readonly roots: Authority | null;
}

async function validityOf({ office, at, isStamped, now, roots }: Case) {
  const pdf = await signPdf(unsigned, {
    office,
    name: '某某市公证处',
    reason: '证明存证事实',
    at,
    ...(isStamped ? { timestamp: (sha256: Uint8Array) => requestTimestamp(authority, sha256) } : {}),
  });
  const small = new Map([
    [names.certificate, pdf],
    [names.officeCertificate, Buffer.from(office.certificatePem)],
  ]);
  const { lines, isOpen } = await checkCertificate(small, { rootsPem: roots?.rootsPem, now });
  expect(lines[0]?.outcome).toBe('pass'); // the signature itself
  return { ...lines[1], isOpen };
}

it.each<[string, () => Case, object]>([
  [
    'valid now',
    () => ({ office: current, at: today, isStamped: false, now: today, roots: null }),
    { outcome: 'pass', isOpen: false, reason: expect.stringMatching(/^有效期至 20/) as string },
  ],
  [
    'ended when it signed, by the PDF’s own time',
    () => ({ office: former, at: today, isStamped: false, now: today, roots: null }),
    { outcome: 'fail', reason: expect.stringMatching(/^证书已于 .*到期，签名时间 .*在此之后$/) as string },
  ],
  [
    'ended when it signed, by the timestamp alone',
    () => ({ office: former, at: inDays(-20), isStamped: true, now: today, roots: authority }),
    { outcome: 'fail', reason: expect.stringContaining('在此之后') as string },
  ],
  [
    'not begun when it signed',
    () => ({ office: current, at: inDays(-31), isStamped: false, now: today, roots: null }),
    { outcome: 'fail', reason: expect.stringContaining('在此之前') as string },
  ],
  [
    'ended since then, with a timestamp of a trusted authority',
    () => ({ office: current, at: today, isStamped: true, now: inDays(400), roots: authority }),
    {
      outcome: 'pass',
      isOpen: false,
      reason: expect.stringMatching(/^证书已于 .*到期；可信时间戳证明签名在此之前（.*）已经作出$/) as string,
    },
  ],
  [
    'ended since then, with a timestamp of nobody known',
    () => ({ office: current, at: today, isStamped: true, now: inDays(400), roots: null }),
    { outcome: 'not-run', isOpen: true, option: '用 --tsa-roots 指定您信任的时间戳机构证书' },
  ],
  [
    'ended since then, with a timestamp of another than the trusted authority',
    () => ({ office: current, at: today, isStamped: true, now: inDays(400), roots: others }),
    { outcome: 'not-run', isOpen: true, option: '用 --tsa-roots 指定您信任的时间戳机构证书' },
  ],
  [
    'ended since then, without a timestamp',
    () => ({ office: current, at: today, isStamped: false, now: inDays(400), roots: authority }),
    { outcome: 'not-run', isOpen: true, reason: expect.stringContaining('重新下载') as string },
  ],
])('judges a certificate that is %s', async (_, given, wanted) => {
  expect(await validityOf(given())).toMatchObject(wanted);
});
