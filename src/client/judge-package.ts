import { dossierText } from '../cli/verify/dossier-text.ts';
import { verifyPackage } from '../cli/verify/verify-package.ts';
import { policyErrorText } from '../domain/proof/evidence/policy-texts.ts';
import { parseVkey } from '../domain/proof/tlog/note-key.ts';
import { parsePolicy } from '../domain/proof/tlog/policy/parse-policy.ts';
import type { Policy } from '../domain/proof/tlog/policy/policy.ts';
import { fingerprintOf } from '../domain/proof/cms/certificate-fingerprint.ts';
import { NoPackage, unreadText } from '../domain/proof/verify/wrapping.ts';
import { ZipFault } from '../domain/kit/zip/zip-records.ts';
import { PackageUnreadable, type PackageReport, type VerifyPolicy } from './package-report.ts';

/** Runs the office's own verifier and reports in the client's terms. @throws TypeError for a key or certificate that cannot be read. */
export async function judgePackage(path: string, policy: VerifyPolicy): Promise<PackageReport> {
  const {
    logKey,
    officeCertificate,
    timestampRoots,
    witnessPolicy,
    record,
    withSm3 = false,
    allowSandbox = false,
    now = new Date(),
  } = policy;
  if (logKey !== undefined && !parseVkey(logKey).ok) throw new TypeError('logKey: must be the whole line that the office publishes');
  if (timestampRoots !== undefined && fingerprintOf(timestampRoots) === null) throw new TypeError('timestampRoots: must be PEM');
  const officeFingerprint = officeCertificate === undefined ? undefined : fingerprintGiven(officeCertificate);
  const options = { logKey, officeFingerprint, tsaRootsPem: timestampRoots, renewedRecord: record, withSm3, allowSandbox, now };
  const witnesses = witnessPolicy === undefined ? undefined : policyGiven(witnessPolicy);
  const { lines, verdict, summary, number, dossier } = await verifyPackage(path, { ...options, policy: witnesses }).catch(
    (error: unknown) => {
      if (error instanceof NoPackage) throw new PackageUnreadable(error.message, { cause: error });
      throw error instanceof ZipFault ? new PackageUnreadable(unreadText(error), { cause: error }) : error;
    },
  );
  const isOpen = verdict === 'pending' || verdict === 'undecided';
  return {
    verdict: isOpen ? 'undetermined' : verdict,
    summary,
    number,
    checks: lines,
    dossier: policy.withDossier === true ? dossierText(dossier, number) : null,
  };
}

function policyGiven(text: string): Policy {
  const policy = parsePolicy(new TextEncoder().encode(text));
  if (!policy.ok) throw new TypeError(`witnessPolicy: must be a witness policy (C2SP tlog-policy): ${policyErrorText(policy.errors)}`);
  return policy.value;
}

function fingerprintGiven(text: string): string {
  if (/^[0-9a-f]{2}(?::?[0-9a-f]{2}){31}$/i.test(text)) return text.replaceAll(':', '').toLowerCase();
  const fingerprint = fingerprintOf(text);
  if (fingerprint === null) throw new TypeError('officeCertificate: must be PEM, or a SHA-256 fingerprint in hex');
  return fingerprint;
}
