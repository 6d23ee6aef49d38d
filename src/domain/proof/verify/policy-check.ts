import { checkpointsOf } from '../dossier/facts/checkpoints.ts';
import { demandText, policyErrorText, policyVerdictText, witnessesText } from '../evidence/policy-texts.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { parseConsistency, verifyJoined } from '../tlog/consistency/consistency-text.ts';
import { judgePolicy } from '../tlog/policy/judge-policy.ts';
import { parsePolicy } from '../tlog/policy/parse-policy.ts';
import { noQuorum, type Policy } from '../tlog/policy/policy.ts';
import { parseTlogProof } from '../tlog/tlog-proof.ts';
import { failed, notRun, passed, type Line } from './line.ts';

type Small = ReadonlyMap<string, Uint8Array>;

export interface PolicyReport {
  readonly lines: readonly Line[];
  /**
   * True if too few witnesses signed for the office's own policy: nothing is wrong, but nobody confirms that everyone sees the same log.
   */
  readonly isOpen: boolean;
}

/**
 * Checks whether enough witnesses saw the log as the package shows it. The given policy is used; without one, the office's policy in the
 * package.
 * @param log a policy that names no log refers to this one; its signatures are checked elsewhere.
 */
export function checkPolicy(small: Small, log: TrustedLog, given: Policy | undefined): PolicyReport {
  if (given) return judged(small, log, given, null);
  const own = small.get(names.policy);
  if (!own) return closed(notRun(label, null, '证据包没有见证策略，也没有另外指定', '用 --policy 指定您信任的见证方'));
  const policy = parsePolicy(own);
  if (!policy.ok) return closed(failed(label, names.policy, policyErrorText(policy.errors)));
  return judged(small, log, policy.value, names.policy);
}

/** @param subject the file of the package's own policy; null for a given policy. */
function judged(small: Small, log: TrustedLog, policy: Policy, subject: string | null): PolicyReport {
  const proof = parseTlogProof(small.get(names.proof) ?? new Uint8Array(0));
  if (!proof.ok) return closed(notRun(label, names.proof, '日志证明无法读取'));
  const ofProof = judgePolicy(policy, proof.value.checkpoint);
  const newest = ofProof.fault === 'too-few-witnesses' ? newestJoined(small, log) : null;
  const ofNewest = newest && judgePolicy(policy, newest);
  const verdict = ofNewest?.fault === null ? ofNewest : ofProof;
  const whose = subject === null ? '指定的见证策略' : '出具机构自己的见证策略';
  if (verdict.fault === 'too-few-witnesses') {
    const why = `没有达到${whose}的要求${demandText(policy, verdict)}：${witnessesText(verdict)}`;
    return subject === null ? closed(failed(label, subject, why)) : { lines: [notRun(label, subject, why)], isOpen: true };
  }
  if (verdict.fault !== null) return closed(failed(label, subject, `不符合${whose}：${policyVerdictText(verdict.fault)}`));
  if (policy.quorum === noQuorum || policy.quorum === null)
    return closed(notRun(label, subject, `${whose}不要求见证方：日志对所有人是否相同，只有出具机构自己担保`));
  const which = verdict === ofNewest ? `共 ${ofNewest.checkpoint?.size ?? 0} 条时的检查点，` : '';
  return closed(passed(label, subject, `达到${whose}的要求${demandText(policy, verdict)}：${which}${witnessesText(verdict)}`));
}

/** The newest checkpoint, if all others in the package are joined to it: a witness that saw it has then seen them all. */
function newestJoined(small: Small, log: TrustedLog): Uint8Array | null {
  const bytes = small.get(names.consistency);
  const text = bytes && parseConsistency(bytes);
  if (!bytes || !text?.ok) return null;
  const checkpoints = checkpointsOf((name) => small.get(name), log);
  return verifyJoined(bytes, checkpoints, log).ok ? text.value.checkpoint : null;
}

function closed(line: Line): PolicyReport {
  return { lines: [line], isOpen: false };
}

const label = '见证方对日志共同签名';
