import { credentialKind, type CredentialKind } from '../codes/office-credentials.ts';
import { formatTime } from '../text/time.ts';
import { validityText, type CredentialStanding } from './credential.ts';
import type { CredentialFinding } from './credential-findings.ts';
import type { PlatformFigures } from './figures.ts';

/** The result of a dossier line (审查说明): finding and sentence. */
export interface PlatformAnswer {
  readonly finding: '成立' | '不成立' | '无法判断';
  readonly text: string;
}

/**
 * Whether the office had a valid credential of each kind when it received the evidence. A later expiry is mentioned but does not weaken the
 * evidence; a missing credential makes the finding 无法判断. @param findings of the list in the package; null if it has no valid list.
 */
export function credentialAnswer(findings: readonly CredentialFinding[] | null, kinds: readonly CredentialKind[]): PlatformAnswer {
  if (!findings) return { finding: '无法判断', text: '证据包中没有写入日志的机构资质清单。' };
  const best = kinds.map((kind) => ({ kind, found: bestOf(findings.filter((one) => one.kind === kind)) }));
  const text = `${best.map(({ kind, found }) => (found ? credentialText(found) : `没有登记${credentialKind.label(kind)}`)).join('；')}。`;
  if (best.some(({ found }) => found && found.atEvidence !== 'valid')) return { finding: '不成立', text };
  return { finding: best.every(({ found }) => found) ? '成立' : '无法判断', text };
}

/** The pictures that such an answer relies on. */
export function credentialPictures(
  findings: readonly CredentialFinding[],
  kinds: readonly CredentialKind[],
): CredentialFinding['picture'][] {
  return findings.filter(({ kind }) => kinds.includes(kind)).map(({ picture }) => picture);
}

/** Whether stored files are re-read and intact, and whether backups were restored in drills. */
export function reliabilityAnswer(figures: PlatformFigures | null): PlatformAnswer {
  if (!figures?.scrub) return { finding: '无法判断', text: '证据包中没有定期重新读取和核对文件的记录。' };
  const { scrub, restoreDrill } = figures;
  const counts = `保存的文件约 ${scrub.objects} 个，其中从未重新读取核对的 ${scrub.unchecked} 个，损坏或缺失的 ${scrub.faults} 个`;
  const last = scrub.lastAt === null ? '' : `，最近一次核对在 ${shown(scrub.lastAt)}`;
  const drill = restoreDrill
    ? `最近一次用备份恢复的演练在 ${shown(restoreDrill.at)}，${restoreDrill.hasSucceeded ? '成功' : '失败'}`
    : '没有用备份恢复的演练记录';
  const text = `截至 ${shown(figures.measuredAt)}，${counts}${last}；${drill}。`;
  if (scrub.faults > 0 || restoreDrill?.hasSucceeded === false) return { finding: '不成立', text };
  return { finding: scrub.lastAt !== null && scrub.unchecked === 0 && restoreDrill ? '成立' : '无法判断', text };
}

/**
 * Whether the log ran without interruption. There are no checkpoints while nothing is submitted, so a gap is an upper bound of an
 * interruption and need not be one.
 */
export function availabilityAnswer(figures: PlatformFigures | null): PlatformAnswer {
  if (!figures?.longestGap) return { finding: '无法判断', text: '证据包中没有存证日志连续运行的记录。' };
  const { longestGap: gap, failedAnchor } = figures;
  const anchor = failedAnchor ? `最近一次写入区块链失败在 ${shown(failedAnchor.at)}` : '没有写入区块链失败的记录';
  const text =
    `截至 ${shown(figures.measuredAt)}的一年内，日志有 ${gap.checkpoints} 个检查点，相邻检查点的最长间隔为 ${duration(gap.seconds)}` +
    `，到 ${shown(gap.endedAt)}结束；没有新的存证时不产生检查点，间隔长不等于中断；${anchor}。`;
  return { finding: gap.seconds <= longestRestSeconds ? '成立' : '无法判断', text };
}

/** A log without a gap of more than a day had no relevant interruption (decision 0041). */
const longestRestSeconds = 86_400;

/** A credential that was valid at that time, else the first. */
function bestOf(findings: readonly CredentialFinding[]): CredentialFinding | undefined {
  return findings.find(({ atEvidence }) => atEvidence === 'valid') ?? findings[0];
}

function credentialText(finding: CredentialFinding): string {
  const { kind, number, issuer, atEvidence, now, isRecordedLater } = finding;
  const held = `${credentialKind.label(kind)}（编号 ${number}，${issuer}，有效期 ${validityText(finding)}）`;
  return `${held}存证时${standings[atEvidence]}，现在${standings[now]}${isRecordedLater ? '，在存证之后登记' : ''}`;
}

const standings: Record<CredentialStanding, string> = { valid: '有效', early: '尚未生效', ended: '已到期', withdrawn: '已作废' };

function shown(instant: string): string {
  return `${formatTime(new Date(instant))}（北京时间）`;
}

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} 小时 ${minutes} 分钟`;
  return minutes > 0 ? `${minutes} 分钟 ${seconds % 60} 秒` : `${seconds} 秒`;
}
