import type { AnchorStage } from '../../domain/evidence/anchor-stage.ts';
import type { Verification } from '../../contract/open/verification.ts';

/** What the page says: 一致, 不一致, 未找到, 待锚定 (architecture, *Custody*, 5). */
export type Outcome = 'match' | 'mismatch' | 'none' | 'pending';

/** The file as this browser hashed it. */
export interface OwnFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** It is an evidence package: not an original, though it holds some. */
  readonly isPackage: boolean;
}

/**
 * The verdict over all that was given. A number and a file belong together or not, whatever each by itself is: a file that is not the
 * number's is 不一致, also while the number is pending. Without a number the server has looked the file's hash up, and its own answer is
 * compared once more here.
 */
export function outcomeOf(answer: Pick<Verification, 'result' | 'files'>, file: OwnFile | null): Outcome {
  if (answer.result === 'none') return 'none';
  if (file && !answer.files.some(({ sha256 }) => sha256 === file.sha256)) return 'mismatch';
  return answer.result;
}

/** One sentence on what the verdict means here. @param stage how far the time is fixed, which a match has to tell. */
export function sentenceOf(outcome: Outcome, stage: AnchorStage, hasNumber: boolean, hasFile: boolean): string {
  if (outcome === 'mismatch') return '该文件不是此存证编号所保存的文件，或者内容已被改动。';
  if (outcome === 'pending') return `${hasFile ? '文件与保存的内容相符，' : '证据已保存，'}锚定尚未完成，请稍后重新核验。`;
  if (outcome === 'none')
    return hasNumber ? '没有这个存证编号的记录，请核对编号。' : '没有找到内容相同的存证。改动一个字节，文件就不再相同。';
  const anchored = stage === 'confirming' ? '已写入日志检查点，区块链交易尚待确认' : '已锚定';
  if (!hasFile) return `存证编号有效，证据${anchored}。尚未比对文件，请选择原始文件核对内容。`;
  return `文件与${hasNumber ? '此存证编号' : ''}保存的内容完全相同，且${anchored}。`;
}

export const outcomeTitles: Record<Outcome, string> = { match: '一致', mismatch: '不一致', none: '未找到', pending: '待锚定' };
