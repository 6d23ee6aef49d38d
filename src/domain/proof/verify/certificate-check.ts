import { packageNames as names } from '../evidence/package-names.ts';
import { formatTime } from '../../kit/text/time.ts';
import { certificateValidity } from '../cms/certificate-validity.ts';
import { verifyPdf, type PdfSignature } from '../cms/pdf-verify.ts';
import { TimestampError } from '../cms/timestamp-error.ts';
import { issuerNote } from '../cms/issuer-text.ts';
import { issuerOf } from '../cms/issuer.ts';
import { faultText } from './fault-texts.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';

interface Given {
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly rootsPem: string | undefined;
  readonly now: Date;
}
export interface CertificateReport {
  readonly lines: readonly Line[];
  /** True if the certificate has expired and nothing that the verifier trusts proves that it signed earlier. */
  readonly isOpen: boolean;
}

/**
 * Checks that the certificate PDF is completely signed by the certificate in the package, and that this certificate was valid at that time.
 */
export async function checkCertificate(small: ReadonlyMap<string, Uint8Array>, given: Given): Promise<CertificateReport> {
  const [pdf, office] = [small.get(names.certificate), small.get(names.officeCertificate)];
  if (!pdf || !office) return { lines: [notRun(signedLabel, null, '缺少文件')], isOpen: false };
  try {
    const { isTimeTrusted, ...signature } = await readSignature(pdf, given.rootsPem);
    if (!decodeLossy(office).startsWith(signature.signerPem))
      return { lines: [failed(signedLabel, names.certificate, `签名者不是 ${names.officeCertificate} 的证书`)], isOpen: false };
    const { timestamp } = signature;
    const signed = passed(
      signedLabel,
      names.certificate,
      `签名者为 ${names.officeCertificate}${issuerNote(issuerOf(decodeLossy(office)))}` +
        (timestamp ? `，签名时间戳 ${timeText(timestamp.genTime)}` : ''),
    );
    const validity = validityLine(signature, isTimeTrusted, given.now);
    return { lines: [signed, validity], isOpen: validity.outcome === 'not-run' };
  } catch (error) {
    return { lines: [failed(signedLabel, names.certificate, `签名不成立（${faultText(error)}）`)], isOpen: false };
  }
}

/** A token of an authority that the verifier did not name is still read: it is part of the signature, but its time is not trusted. */
async function readSignature(pdf: Uint8Array, rootsPem: string | undefined): Promise<PdfSignature & { readonly isTimeTrusted: boolean }> {
  if (rootsPem === undefined) return { ...(await verifyPdf(pdf)), isTimeTrusted: false };
  try {
    return { ...(await verifyPdf(pdf, rootsPem)), isTimeTrusted: true };
  } catch (error) {
    if (error instanceof TimestampError && error.kind === 'untrusted') return { ...(await verifyPdf(pdf)), isTimeTrusted: false };
    throw error;
  }
}

/**
 * Signing with an expired certificate is a fault. If the certificate expired later, a trusted timestamp must show that the signature is
 * older; otherwise someone who obtained the key later could have made it.
 */
function validityLine({ signerPem, statedAt, timestamp }: PdfSignature, isTimeTrusted: boolean, now: Date): Line {
  const { notBefore: from, notAfter: until } = certificateValidity(signerPem);
  const times = [timestamp?.genTime, statedAt].filter((at) => at instanceof Date);
  const late = times.find((at) => at > until);
  if (late) return failed(validityLabel, names.officeCertificate, `证书已于 ${timeText(until)}到期，签名时间 ${timeText(late)}在此之后`);
  const early = times.find((at) => at.getTime() < from.getTime() - clockToleranceMs);
  if (early) return failed(validityLabel, names.officeCertificate, `证书自 ${timeText(from)}起有效，签名时间 ${timeText(early)}在此之前`);
  if (now <= until) return passed(validityLabel, names.officeCertificate, `有效期至 ${timeText(until)}`);
  if (timestamp && isTimeTrusted)
    return passed(
      validityLabel,
      names.officeCertificate,
      `证书已于 ${timeText(until)}到期；可信时间戳证明签名在此之前（${timeText(timestamp.genTime)}）已经作出`,
    );
  const why = timestamp ? '签名时间戳的机构未确认' : '签名没有时间戳，不能证明在到期之前作出；请向出具机构重新下载证据包';
  const option = timestamp ? '用 --tsa-roots 指定您信任的时间戳机构证书' : undefined;
  return notRun(validityLabel, names.officeCertificate, `证书已于 ${timeText(until)}到期。${why}`, option);
}

function timeText(at: Date): string {
  return `${formatTime(at)}（北京时间）`;
}

/** How far an authority's clock may be behind the office's clock, which set the start of the certificate's validity. */
const clockToleranceMs = 300_000;
const signedLabel = '存证证书的签名有效且未改动';
const validityLabel = '签名证书在签名时有效';
