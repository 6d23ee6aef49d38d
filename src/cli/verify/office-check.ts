import type { TrustedLog } from '../../domain/custody/checkpoint.ts';
import { encodeOfficeEntry } from '../../domain/custody/office-entry.ts';
import { packageNames as names } from '../../domain/custody/package-names.ts';
import { verifyEvidence } from '../../domain/custody/verify.ts';
import { fingerprintOf, printedFingerprint } from '../../server/custody/certificate-fingerprint.ts';
import { failed, lineOf, notRun, passed, type Line } from './line.ts';

/** What the verifier brought along from elsewhere than the package. */
interface Given {
  /** SHA-256 of the office's certificate, lower-case hex. */
  readonly fingerprint: string | undefined;
  readonly log: TrustedLog;
  /** The log's key was given, and is not just the package's own. */
  readonly isLogGiven: boolean;
}
export interface OfficeReport {
  readonly lines: readonly Line[];
  /** The log's key was given and says nothing of the certificate that signed, so whose signature this is stays open. */
  readonly isOpen: boolean;
}

/** Whose certificate signed: the one that the verifier names, or one that the log holds; with neither given, whoever the package says, and the line says so. */
export function checkOffice(small: ReadonlyMap<string, Buffer>, { fingerprint, log, isLogGiven }: Given): OfficeReport {
  const carried = fingerprintOf(small.get(names.officeCertificate)?.toString() ?? '');
  if (carried === null) return closed(failed(label, names.officeCertificate, '缺少文件或格式错误'));
  if (fingerprint !== undefined && fingerprint !== carried) return closed(failed(label, names.officeCertificate, `与指定的证书不同，证据包中的指纹为 ${printedFingerprint(carried)}`));

  const proof = small.get(names.officeProof);
  const wrong = proof ? proofFaults(carried, proof, log) : [];
  if (wrong.length > 0) return closed(...wrong);
  if (fingerprint !== undefined) return closed(passed(label, names.officeCertificate));
  if (!isLogGiven) return closed(passed(label, names.officeCertificate, `签名者是谁仅以证据包所述为准，请与出具机构公布的证书核对，SHA-256 指纹 ${printedFingerprint(carried)}`));
  if (proof) return closed(passed(label, names.officeCertificate, '该证书已写入指定公钥的日志'));
  const reason = `证据包没有 ${names.officeProof}（早期的证据包没有这个文件），指定的日志公钥不能确认签名者。请用 --office-cert 指定出具机构公布的证书，证据包中的指纹为 ${printedFingerprint(carried)}`;
  return { lines: [notRun(label, names.officeCertificate, reason)], isOpen: true };
}

/** Why the log does not name the certificate; none where it does. */
function proofFaults(fingerprint: string, proof: Buffer, log: TrustedLog): Line[] {
  const { checks } = verifyEvidence({ manifest: encodeOfficeEntry(fingerprint), files: [], filesAreComplete: false, proof, checkpoint: null, log, statedNumber: null, statedLeaf: null });
  const needed = checks.filter(({ name }) => ['proof', 'checkpoint', 'signature', 'inclusion'].includes(name));
  return needed.filter(({ outcome }) => outcome !== 'pass').map((check) => {
    const { label: what, reason } = lineOf(check);
    return failed(label, names.officeProof, `日志中没有这张证书（${what}：${reason ?? ''}）`);
  });
}

function closed(...lines: Line[]): OfficeReport {
  return { lines, isOpen: false };
}

const label = '出具机构的签名证书';
