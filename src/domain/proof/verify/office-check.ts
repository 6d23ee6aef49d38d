import type { TrustedLog } from '../tlog/checkpoint.ts';
import { encodeOfficeEntry } from '../evidence/office-entry.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import { fingerprintOf, printedFingerprint } from '../cms/certificate-fingerprint.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { entryFaults } from './logged-entry.ts';

/** What the verifier obtained from elsewhere than the package. */
interface Given {
  /** SHA-256 of the office's certificate, lower-case hex. */
  readonly fingerprint: string | undefined;
  readonly log: TrustedLog;
  /** Whether the verifier gave the log's key, rather than taking it from the package. */
  readonly isLogGiven: boolean;
  /** Why no key of the log was given. */
  readonly withoutKey: string;
}
export interface OfficeReport {
  readonly lines: readonly Line[];
  /** True if nothing that the verifier gave identifies the signing certificate. */
  readonly isOpen: boolean;
}

/**
 * Checks whose certificate signed: it must be the one that the verifier names, or be in the log of the key that the verifier gave. With
 * neither, the signer is unconfirmed, because a forger could make the package say anything about itself.
 */
export function checkOffice(small: ReadonlyMap<string, Uint8Array>, { fingerprint, log, isLogGiven, withoutKey }: Given): OfficeReport {
  const carried = fingerprintOf(decodeLossy(small.get(names.officeCertificate)));
  if (carried === null) return closed(failed(label, names.officeCertificate, '缺少文件或格式错误'));
  const shown = `证据包中的指纹为 ${printedFingerprint(carried)}`;
  if (fingerprint !== undefined && fingerprint !== carried)
    return closed(failed(label, names.officeCertificate, `与指定的证书不同，${shown}`));

  const proof = small.get(names.officeProof);
  const wrong = proof ? proofFaults(carried, proof, log) : [];
  if (wrong.length > 0) return closed(...wrong);
  if (fingerprint !== undefined) return closed(passed(label, names.officeCertificate, '与指定的证书相同'));
  if (!isLogGiven)
    return open(`${withoutKey}，签名者是谁未确认。请与出具机构另行公布的公钥或证书比对，${shown}`, '用 --log-key 或 --office-cert 指定');
  if (proof) return closed(passed(label, names.officeCertificate, '该证书已写入指定公钥的日志'));
  return open(
    `证据包没有 ${names.officeProof}（早期的证据包没有这个文件），指定的日志公钥不能确认签名者。请与出具机构公布的证书比对，${shown}`,
    '用 --office-cert 指定',
  );
}

/** Why the proof does not show that the log names the certificate; empty if it does. */
function proofFaults(fingerprint: string, proof: Uint8Array, log: TrustedLog): Line[] {
  return entryFaults('这张证书', encodeOfficeEntry(fingerprint), proof, log).map((fault) => failed(label, names.officeProof, fault));
}

function open(reason: string, option: string): OfficeReport {
  return { lines: [notRun(label, names.officeCertificate, reason, option)], isOpen: true };
}

function closed(...lines: Line[]): OfficeReport {
  return { lines, isOpen: false };
}

const label = '签名证书属于出具机构';
