import { noQuorum, type Policy, type PolicyError, type PolicyFault } from '../tlog/policy/policy.ts';
import type { PolicyVerdict, PolicyVerdictFault } from '../tlog/policy/judge-policy.ts';
import { formatTime } from '../../kit/text/time.ts';
import { reasonTexts } from './check-texts.ts';

/** One sentence that says who cosigned and when, and who did not. Names come from an untrusted file; the caller must escape them. */
export function witnessesText({ witnesses }: Pick<PolicyVerdict, 'witnesses'>): string {
  const byTime = new Map<string, string[]>();
  for (const { name, hasCosigned, time } of witnesses) {
    const what = !hasCosigned ? '没有签名' : time === null || time === 0 ? '已签名' : `于 ${timeText(time)} 签名`;
    byTime.set(what, [...(byTime.get(what) ?? []), name]);
  }
  // Witnesses that did not sign come last.
  const parts = [...byTime].sort(([a], [b]) => Number(a === '没有签名') - Number(b === '没有签名'));
  return parts.map(([what, names]) => `${names.join('、')} ${what}`).join('，');
}

/** What a policy requires, in brackets after its name; empty if it requires no witness. A nested group counts as one member. */
export function demandText({ quorum }: Pick<Policy, 'quorum'>, { groups }: Pick<PolicyVerdict, 'groups'>): string {
  if (quorum === null || quorum === noQuorum) return '';
  const group = groups.find(({ name }) => name === quorum);
  return group ? `（${group.members} 方中至少 ${group.threshold} 方签名，现有 ${group.cosigned} 方）` : `（${quorum} 签名）`;
}

/** Why a checkpoint does not meet a policy, as one sentence. */
export function policyVerdictText(fault: PolicyVerdictFault): string {
  if (fault === 'unknown-log') return '见证策略没有列出这份日志';
  if (fault === 'too-few-witnesses') return '见证方的共同签名不足';
  if (fault === 'no-known-key') return '没有见证策略所列日志公钥的签名';
  return reasonTexts[fault];
}

/** The first error of a policy file, as one sentence. */
export function policyErrorText([first, ...others]: readonly PolicyError[]): string {
  if (!first) return '见证策略无法读取';
  const place = first.line > 0 ? `第 ${first.line} 行：` : '';
  return `${place}${faultTexts[first.fault]}${others.length > 0 ? `，另有 ${others.length} 处错误` : ''}`;
}

/** In Beijing time like all displayed times; as a number beyond the year 9999. */
function timeText(seconds: number): string {
  return seconds < latestSecond ? formatTime(new Date(seconds * 1000)) : String(seconds);
}

const latestSecond = 253_402_300_800; // The year 10000.

const faultTexts: Record<PolicyFault, string> = {
  'too-large': '超过长度上限',
  'bad-character': '有制表符和换行以外的控制字符',
  'unknown-keyword': '行首应为 log、witness、group、quorum 或 #',
  'wrong-number-of-words': '词数不对',
  'bad-key': '公钥格式错误，或者编号与名称、公钥不符',
  'wrong-key-type': '公钥种类不能用于见证',
  'duplicate-key': '公钥重复',
  'duplicate-name': '名称重复',
  'reserved-name': '名称不能使用',
  'unknown-name': '名称没有在前面定义',
  'member-twice': '成员重复',
  'bad-threshold': '门槛应为 all、any 或者不超过成员数的正整数',
  'second-quorum': 'quorum 行重复',
  'no-quorum': '缺少 quorum 行',
};
