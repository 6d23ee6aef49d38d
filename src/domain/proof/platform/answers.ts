import { credentialKind, type CredentialKind } from '../../business/codes/office-credentials.ts';
import { spanText } from '../../kit/text/span.ts';
import { formatTime } from '../../kit/text/time.ts';
import { validityText, type CredentialValidity } from './credential.ts';
import type { CredentialFinding } from './credential-findings.ts';
import type { PlatformFigures } from './figures.ts';

/** The result of a dossier line (审查说明): finding and sentence. */
export interface PlatformAnswer {
  readonly finding: '不成立' | '无法判断';
  readonly text: string;
}

/**
 * Whether the office had a valid credential of each kind when it received the evidence. The office typed the numbers itself and nobody
 * compared them with the issuer's register, so the finding is 无法判断, or 不成立 where its own list says that one had ended then. One that
 * began later says nothing of the one before it, which the list may lack. A later expiry is mentioned but does not weaken the evidence.
 * @param findings of the list in the package; null if it has no valid list.
 */
export function credentialAnswer(findings: readonly CredentialFinding[] | null, kinds: readonly CredentialKind[]): PlatformAnswer {
  if (!findings) return { finding: '无法判断', text: '证据包中没有写入日志的机构资质清单；须向发证机关查询。' };
  const best = kinds.map((kind) => ({ kind, found: bestOf(findings.filter((one) => one.kind === kind)) }));
  const stated = best.map(({ kind, found }) => (found ? credentialText(found) : `没有登记${credentialKind.label(kind)}`)).join('；');
  const text = `${stated}；编号、机关和有效期由出具机构自行登记，未经核验，须向发证机关查询。`;
  const isEnded = best.some(({ found }) => found && found.atEvidence !== 'valid' && found.atEvidence !== 'early');
  return { finding: isEnded ? '不成立' : '无法判断', text };
}

/** The pictures that such an answer relies on. */
export function credentialPictures(
  findings: readonly CredentialFinding[],
  kinds: readonly CredentialKind[],
): CredentialFinding['picture'][] {
  return findings.filter(({ kind }) => kinds.includes(kind)).map(({ picture }) => picture);
}

/**
 * Whether stored files are re-read and intact, and whether backups were restored in drills. The office measured itself: that speaks against
 * it, never for it.
 */
export function reliabilityAnswer(figures: PlatformFigures | null): PlatformAnswer {
  if (!figures?.scrub) return { finding: '无法判断', text: `证据包中没有定期重新读取和核对文件的记录；${inspected}。` };
  const { scrub, restoreDrill } = figures;
  const counts = `保存的文件约 ${scrub.objects} 个，其中从未重新读取核对的 ${scrub.unchecked} 个，损坏或缺失的 ${scrub.faults} 个`;
  const last = scrub.lastAt === null ? '' : `，最近一次核对在 ${shown(scrub.lastAt)}`;
  const drill = restoreDrill
    ? `最近一次用备份恢复的演练在 ${shown(restoreDrill.at)}，${restoreDrill.hasSucceeded ? '成功' : '失败'}`
    : '没有用备份恢复的演练记录';
  const text = `截至 ${shown(figures.measuredAt)}，${counts}${last}；${drill}`;
  if (scrub.faults > 0 || restoreDrill?.hasSucceeded === false) return { finding: '不成立', text: `${text}。` };
  return { finding: '无法判断', text: `${text}；由出具机构自行测量，未经核验，${inspected}。` };
}

/**
 * Whether the log ran without interruption. There are no checkpoints while nothing is submitted, so a gap need not be an interruption, and
 * a system can be down between two checkpoints that are near: the figures decide nothing.
 */
export function availabilityAnswer(figures: PlatformFigures | null): PlatformAnswer {
  if (!figures?.longestGap) return { finding: '无法判断', text: `证据包中没有存证日志连续运行的记录；${inspected}。` };
  const { longestGap: gap, failedAnchor } = figures;
  const anchor = failedAnchor ? `最近一次写入区块链失败在 ${shown(failedAnchor.at)}` : '没有写入区块链失败的记录';
  // Records of earlier releases do not say to which checkpoint they counted.
  const until = gap.until ?? figures.measuredAt;
  const covers =
    gap.since === undefined
      ? `截至 ${shown(until)}（没有写明自何时起）`
      : `自 ${shown(gap.since)}至 ${shown(until)}的 ${spanText(Date.parse(until) - Date.parse(gap.since))}内`;
  const text =
    `${covers}，日志有 ${gap.checkpoints} 个检查点，相邻检查点的最长间隔为 ${duration(gap.seconds)}` +
    `，到 ${shown(gap.endedAt)}结束；没有新的存证时不产生检查点，间隔长不等于中断，间隔短也不等于没有中断；${anchor}`;
  return { finding: '无法判断', text: `${text}；由出具机构自行测量，未经核验，${inspected}。` };
}

const inspected = '须由测评机构测评，或者由法院调取运行记录';

/** A credential that was valid at that time, else the first. */
function bestOf(findings: readonly CredentialFinding[]): CredentialFinding | undefined {
  return findings.find(({ atEvidence }) => atEvidence === 'valid') ?? findings[0];
}

function credentialText(finding: CredentialFinding): string {
  const { kind, number, issuer, atEvidence, now, isRecordedLater } = finding;
  const held = `${credentialKind.label(kind)}（编号 ${number}，${issuer}，有效期 ${validityText(finding)}）`;
  return `${held}存证时${validityWords[atEvidence]}，现在${validityWords[now]}${isRecordedLater ? '，在存证之后登记' : ''}`;
}

const validityWords: Record<CredentialValidity, string> = { valid: '有效', early: '尚未生效', ended: '已到期', withdrawn: '已作废' };

function shown(instant: string): string {
  return `${formatTime(new Date(instant))}（北京时间）`;
}

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} 小时 ${minutes} 分钟`;
  return minutes > 0 ? `${minutes} 分钟 ${seconds % 60} 秒` : `${seconds} 秒`;
}
