import type { HealthLine } from '../../../contract/console/workbench.ts';
import { daysLeft } from '../../../domain/proof/evidence/office-choice.ts';
import { dayMs, formatDay, formatTime } from '../../../domain/kit/text/time.ts';
import { checkpointAheadMs, clockToleranceMs, type ChainAttestor, type CustodyHealth, type Attestor } from '../../custody/audit/health.ts';
import { witnessLine } from './witness-health-line.ts';

/** The third parties that are configured to confirm the log. */
export interface Attestors {
  readonly timestamps: boolean;
  /** Timestamps of each evidence. */
  readonly evidenceTimestamps: boolean;
  readonly chain: boolean;
  /** Whether the office signs in SM2 too. */
  readonly secondTrack: boolean;
  /** How many days before its end the office's certificate is announced. */
  readonly officeNoticeDays: number;
}

/** The health of custody, as actionable sentences. */
export function healthLines(health: CustodyHealth, attestors: Attestors): HealthLine[] {
  const { timestamps, evidenceTimestamps, chain, scrub } = health;
  return [
    { name: '存证日志', ...logLine(health, attestors.chain) },
    { name: '可信时间戳', ...(attestors.timestamps ? attestorLine(timestamps, '时间戳服务') : { tone: 'over', text: '未配置时间戳服务' }) },
    ...(attestors.evidenceTimestamps ? [{ name: '证据时间戳', ...attestorLine(evidenceTimestamps, '时间戳服务', '件证据') }] : []),
    { name: '区块链锚定', ...(attestors.chain ? chainLine(chain) : { tone: 'over', text: '未配置区块链，以本处日志为准' }) },
    { name: '文件巡检', ...scrubLine(scrub) },
    { name: '机构证书', ...officeLine(health, attestors.officeNoticeDays) },
    ...(attestors.secondTrack ? [{ name: '国密签名', ...sm2Line(health) }] : []),
    { name: '见证', ...witnessLine(health) },
    { name: '存证记录', ...recordLine(health, attestors.timestamps) },
    { name: drillLineName, ...drillLine(health) },
  ];
}

/** Shown only to role 1. */
export const drillLineName = '恢复演练';

type Line = Omit<HealthLine, 'name'>;

/** What is in the log is on no chain where none is configured. */
function logLine(health: CustodyHealth, hasChain: boolean): Line {
  const [enters, isIn] = hasChain ? ['入链', '已入链'] : ['写入日志', '已写入日志'];
  const {
    at,
    log: { pending, oldestPendingAt, checkpoint },
  } = health;
  const waitedMs = oldestPendingAt ? at.getTime() - oldestPendingAt.getTime() : 0;
  if (waitedMs > lateMs)
    return {
      tone: 'failed',
      text: `${number(pending)} 条等待${enters}，最早的已等 ${Math.floor(waitedMs / 60_000)} 分钟，须由系统管理员处理`,
    };
  if (!checkpoint) return { tone: pending > 0 ? 'work' : 'over', text: pending > 0 ? '正在生成首个检查点' : '尚无存证' };
  if (checkpointAheadMs(health) > clockToleranceMs)
    return {
      tone: 'failed',
      text: `最近检查点的时间 ${formatTime(checkpoint.signedAt)} 晚于当前时间，服务器时钟曾经偏快，须由系统管理员处理`,
    };
  const written = `${isIn} ${number(checkpoint.size)} 条，最近检查点 ${formatTime(checkpoint.signedAt)}`;
  return pending > 0 ? { tone: 'work', text: `${written}，${number(pending)} 条正在${enters}` } : { tone: 'done', text: written };
}

function attestorLine({ uncovered, lastAt, error }: Attestor, name: string, what = '个检查点'): Line {
  const last = lastAt ? `，最近一次 ${formatTime(lastAt)}` : '';
  if (error !== null && uncovered > 0)
    return { tone: 'wait', text: `${name}暂不可用，正在重试，${number(uncovered)} ${what}待确认${last}` };
  if (uncovered > 0) return { tone: 'work', text: `${number(uncovered)} ${what}待确认${last}` };
  return lastAt ? { tone: 'done', text: `全部${what.slice(1)}已确认${last}` } : { tone: 'over', text: `尚无${what.slice(1)}` };
}

function chainLine(chain: ChainAttestor): Line {
  const waits = `${number(chain.uncovered)} 个检查点待确认`;
  if (chain.isCapped && chain.uncovered > 0) return { tone: 'wait', text: `交易出价已达上限，仍未被区块链收录，${waits}` };
  if (chain.failed > 0) return { tone: 'wait', text: `${number(chain.failed)} 笔上链交易执行失败，将为新检查点重新上链，${waits}` };
  return attestorLine(chain, '区块链节点');
}

function scrubLine({ objects, unchecked, damaged, missing, unreadable, ahead, oldestCheckAt }: CustodyHealth['scrub']): Line {
  if (damaged + missing > 0)
    return { tone: 'failed', text: `发现 ${number(damaged)} 个文件损坏、${number(missing)} 个文件缺失，须由系统管理员处理` };
  if (objects === 0) return { tone: 'over', text: '尚无文件' };
  if (unreadable > 0) return { tone: 'wait', text: `${number(unreadable)} 个文件上次未能读出，将再次核对` };
  if (ahead > 0) return { tone: 'wait', text: `${number(ahead)} 个文件的核对时间晚于当前时间，正在重新核对，请检查服务器时钟` };
  if (unchecked > 0) return { tone: 'work', text: `${number(unchecked)} 个新文件待首次核对，已核对的均完好` };
  return {
    tone: 'done',
    text: `约 ${number(objects)} 个文件均完好${oldestCheckAt ? `，最久未核对的为 ${formatTime(oldestCheckAt)}` : ''}`,
  };
}

function officeLine({ at, office }: CustodyHealth, noticeDays: number): Line {
  if (!office) return { tone: 'over', text: '尚未生成' };
  const left = daysLeft(office.endsAt, at);
  const kind = office.origin === 'made' ? '本处自制' : '证书机构签发';
  if (left >= noticeDays) return { tone: 'done', text: `${kind}，有效期至 ${formatTime(office.endsAt)}` };
  return {
    tone: left < urgentDays ? 'failed' : 'wait',
    text: `${kind}，将于 ${formatTime(office.endsAt)} 到期，还有 ${left} 天，须由系统管理员更换`,
  };
}

/** 补签: signatures that the signer could not make at once are made automatically when it is back. */
function sm2Line({ at, sm2: { waiting, oldestAt } }: CustodyHealth): Line {
  if (waiting === 0) return { tone: 'done', text: '没有等待补签的文件' };
  const waitedMs = oldestAt ? at.getTime() - oldestAt.getTime() : 0;
  if (waitedMs <= lateMs) return { tone: 'work', text: `${number(waiting)} 份文件正在补签` };
  return { tone: 'wait', text: `国密签名服务没有应答，${number(waiting)} 份文件等待补签，最早的已等 ${waitedText(waitedMs)}` };
}

function waitedText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 120 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时`;
}

/** A day's record is ready minutes after its end, and a renewal within hours of its due time. */
function recordLine({ at, records }: CustodyHealth, hasAuthority: boolean): Line {
  const { days, daysWithout, oldestWithout, waitingRenewals, nextRenewalAt, endsAt, error } = records;
  const since = oldestWithout === null ? '' : `自 ${oldestWithout} 起`;
  if (!hasAuthority) return { tone: 'over', text: daysWithout > 0 ? `未配置时间戳服务，${since}的存证没有存证记录` : '未配置时间戳服务' };
  const isLate = oldestWithout !== null && oldestWithout < formatDay(new Date(at.getTime() - 2 * dayMs));
  if (isLate) return { tone: 'failed', text: `${since}有 ${number(daysWithout)} 天的存证没有存证记录，须由系统管理员处理` };
  if (nextRenewalAt && endsAt && nextRenewalAt.getTime() < at.getTime() - lateRenewalMs)
    return {
      tone: endsAt.getTime() - at.getTime() < urgentDays * dayMs ? 'failed' : 'wait',
      text: `存证记录应自 ${formatDay(nextRenewalAt)} 起续期，尚未续期，时间戳机构证书将于 ${formatDay(endsAt)} 到期`,
    };
  const waiting = daysWithout + waitingRenewals;
  if (waiting > 0 && error !== null) return { tone: 'wait', text: `时间戳服务暂不可用，正在重试，${number(waiting)} 份存证记录待签发` };
  if (waiting > 0) return { tone: 'work', text: `${number(waiting)} 份存证记录待签发时间戳` };
  if (days === 0) return { tone: 'over', text: '尚无存证记录，存证次日形成' };
  return { tone: 'done', text: `${number(days)} 天的存证均有存证记录，下次续期自 ${nextRenewalAt ? formatDay(nextRenewalAt) : ''} 起` };
}

/** The result of the last restore, the only proof that a backup can be restored. */
function drillLine({ at, restoreDrill }: CustodyHealth): Line {
  if (!restoreDrill) return { tone: 'over', text: '尚无恢复演练的记录' };
  const last = formatTime(restoreDrill.at);
  if (!restoreDrill.hasSucceeded) return { tone: 'failed', text: `最近一次恢复演练失败（${last}），备份可能无法恢复，须由系统管理员处理` };
  const isLate = at.getTime() - restoreDrill.at.getTime() > lateDrillMs;
  return isLate
    ? { tone: 'wait', text: `最近一次恢复演练成功，但已是 ${last}，须由系统管理员再次演练` }
    : { tone: 'done', text: `最近一次恢复演练成功，${last}` };
}

/** Drills are due monthly. One missed drill is tolerated; two make it late. */
const lateDrillMs = 62 * dayMs;

/** A renewal is retried every hour, and once a day if the authority answers with the old certificate. */
const lateRenewalMs = 7 * dayMs;

/** From then on the end of the certificate is a fault, not a reminder. */
const urgentDays = 14;

/** Entries reach the log, and signatures are made, within seconds. A minute indicates a problem. */
const lateMs = 60_000;

function number(value: number): string {
  return value.toLocaleString('en-US');
}
