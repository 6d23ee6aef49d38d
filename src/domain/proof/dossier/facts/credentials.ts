import { packageNames as names } from '../../evidence/package-names.ts';
import { reasonTexts } from '../../evidence/check-texts.ts';
import type { ManifestTimes } from '../../evidence/manifest.ts';
import { verifyEvidence } from '../../evidence/verify.ts';
import { credentialFindings, type CredentialFinding } from '../../platform/credential-findings.ts';
import { parseCredentialList } from '../../platform/credential-list.ts';
import type { TrustedLog } from '../../tlog/checkpoint.ts';
import { proofChecks } from './checked.ts';

/**
 * What the office's credentials in a package say about the evidence; `broken` if the log does not contain their list, `lacking` if it could
 * not be checked or read.
 */
export type CredentialFacts =
  | { readonly state: 'held'; readonly findings: readonly CredentialFinding[] }
  | { readonly state: 'broken' | 'lacking'; readonly why: string }
  | { readonly state: 'absent' };

export function credentialFacts(
  file: (name: string) => Uint8Array | undefined,
  { log, times, moment }: { readonly log: TrustedLog; readonly times: ManifestTimes | null; readonly moment: string },
): CredentialFacts {
  const [bytes, proof] = [file(names.credentials), file(names.credentialsProof)];
  if (!bytes && !proof) return { state: 'absent' };
  if (!bytes || !proof) return { state: 'lacking', why: '缺少文件' };
  const claim = { files: [], filesAreComplete: false, checkpoint: null, log, statedNumber: null, statedLeaf: null };
  for (const check of verifyEvidence({ ...claim, manifest: bytes, proof }).checks)
    if (proofChecks.includes(check.name) && check.outcome !== 'pass')
      return { state: check.outcome === 'fail' ? 'broken' : 'lacking', why: reasonTexts[check.reason] };
  const list = parseCredentialList(bytes);
  if (!list.ok) return { state: 'lacking', why: '格式错误' };
  if (!times) return { state: 'lacking', why: '证据清单无法读取' };
  return { state: 'held', findings: credentialFindings(list.value, new Date(times.receivedAt), new Date(moment)) };
}
