import { checkpointsOf } from '../dossier/facts/checkpoints.ts';
import { checkTexts, reasonTexts } from '../evidence/check-texts.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { verifyJoined, type JoinFault } from '../tlog/consistency/consistency-text.ts';
import { failed, notRun, passed, type Line } from './line.ts';

type Small = ReadonlyMap<string, Uint8Array>;

/**
 * Checks that the newest checkpoint's tree begins with every other checkpoint's tree in the package: the log only grew. A file without a
 * valid checkpoint is skipped here; another check reports it.
 */
export function checkConsistency(small: Small, log: TrustedLog): Line[] {
  const text = small.get(names.consistency);
  if (!text) return [notRun(label, null, '证据包没有一致性证明，各检查点分别核对')];
  const checkpoints = checkpointsOf((name) => small.get(name), log);
  const joined = verifyJoined(text, checkpoints, log);
  if (!joined.ok) {
    const which = joined.size === null ? '' : `第 ${joined.size} 条时的检查点：`;
    return [failed(label, names.consistency, `${which}${faultTexts(joined.fault)}`)];
  }
  const sizes = [...new Set([...checkpoints.map(({ size }) => size), joined.newest.size])].sort((a, b) => a - b);
  if (sizes.length === 1) return [notRun(label, names.consistency, `各项证明都以检查点 ${sizes.join()} 为准，没有另一个检查点可以比较`)];
  return [passed(label, names.consistency, `检查点 ${sizes.join('、')} 依次相接`)];
}

function faultTexts(fault: JoinFault): string {
  if (fault === 'no-proof') return '没有它的一致性证明';
  if (fault === 'bad-header') return '不是一致性证明';
  if (fault === 'wrong-signature' || fault === 'no-known-key') return `最新检查点：${checkTexts.signature}，${reasonTexts[fault]}`;
  return reasonTexts[fault];
}

const label = '各检查点属于同一份只增不改的日志';
