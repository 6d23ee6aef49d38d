import type { HealthLine } from '../../../contract/console/workbench.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { CustodyHealth } from '../../custody/audit/health.ts';
import type { WitnessHealth } from '../../custody/witnesses/witness-health.ts';

/** 见证, as an actionable sentence. A fork has the highest priority; a silent witness blocks nothing. */
export function witnessLine({ at, witnesses: health }: Pick<CustodyHealth, 'at' | 'witnesses'>): Omit<HealthLine, 'name'> {
  const { witnesses, cosigned, openForks } = health;
  if (openForks > 0)
    return { tone: 'failed', text: `日志分叉：${forkers(health)}出示了本处没有签过的检查点，新的存证暂不锚定，请系统管理员立即处理` };
  if (witnesses.length === 0) return { tone: 'over', text: '未配置见证方' };
  const forked = witnesses.filter(({ state }) => state === 'forked');
  if (forked.length > 0) return { tone: 'wait', text: `${names(forked)}见到的日志与本处不同（已处理），不再共同签名` };
  const aside = witnesses.filter(({ state }) => state === 'aside');
  if (aside.length > 0) return { tone: 'wait', text: `${names(aside)}的回答与本处日志矛盾而没有证据，已搁置，请联系该见证方` };
  const silent = witnesses.filter(({ state, failingSince }) => state === 'silent' && isLong(at, failingSince));
  const last = cosigned ? `，最近共同签名的检查点 ${formatTime(cosigned.signedAt)}` : '';
  if (silent.length > 0) return { tone: 'wait', text: `${names(silent)}没有共同签名，正在重试${last}` };
  // A witness with two keys counts once, by its address.
  const count = new Set(witnesses.map(({ url }) => url)).size;
  if (!cosigned) return { tone: 'work', text: `正在请 ${count} 个见证方共同签名` };
  return { tone: 'done', text: `${count} 个见证方${last}` };
}

function forkers({ witnesses }: WitnessHealth): string {
  const forked = witnesses.filter(({ state }) => state === 'forked');
  return forked.length > 0 ? names(forked) : '见证方';
}

function names(witnesses: WitnessHealth['witnesses']): string {
  return witnesses.map(({ name }) => `“${name}”`).join('、');
}

function isLong(at: Date, since: Date | null): boolean {
  return since !== null && at.getTime() - since.getTime() > patienceMs;
}

/** A single failed round is not reported. */
const patienceMs = 150_000;
