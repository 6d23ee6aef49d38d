import type { AnchorStage } from '../../domain/evidence/anchor-stage.ts';
import type { Verification } from '../../contract/open/verification.ts';

/** The page's verdicts (architecture, *Custody*, 5). `known`: the number is in the log, and no file was compared with it. */
export type Outcome = 'match' | 'known' | 'mismatch' | 'none' | 'pending';

/** A file with the hash that this browser computed. */
export interface OwnFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The file is an evidence package, which is not an original but contains some. */
  readonly isPackage: boolean;
}

/**
 * The verdict over number and file together. A file that does not belong to the number is 不一致, even while the number is pending. Without
 * a
 * number, the server has looked up the file's hash, and its answer is compared with the file again here.
 */
export function outcomeOf(answer: Pick<Verification, 'result' | 'files'>, file: OwnFile | null): Outcome {
  if (answer.result === 'none') return 'none';
  if (file && !answer.files.some(({ sha256 }) => sha256 === file.sha256)) return 'mismatch';
  return answer.result === 'match' && !file ? 'known' : answer.result;
}

/**
 * Why a true copy may differ, and what to do, for files that phones and chat programs convert on the way. Null for other files. Apple: HEIC
 * and HEVC become JPEG and H.264 on export.
 */
export function copyHint(fileName: string): string | null {
  const kind = /\.(?:jpe?g|png|webp|heic|heif|avif)$/i.test(fileName)
    ? '图片'
    : /\.(?:mp4|mov|m4v|3gp|webm|mkv|m4a|mp3|aac|amr|wav)$/i.test(fileName)
      ? '录音录像'
      : null;
  if (kind === null) return null;
  const how = kind === '图片' ? '苹果手机导出时把HEIC转成JPEG' : '苹果手机导出时把HEVC转成H.264';
  const why = `${kind}经过转换或者压缩（${how}、聊天软件发送、编辑、截图）后，每个字节都会不同，即使看起来一样。`;
  return `${why}请用提交存证时的原始文件，或者证据包。`;
}

/** One sentence that explains the verdict. @param stage how far the time is fixed, which the sentence for a match states. */
export function sentenceOf(outcome: Outcome, stage: AnchorStage, hasNumber: boolean, hasFile: boolean): string {
  if (outcome === 'mismatch') return '该文件不是此存证编号所保存的文件，或者内容已被改动。';
  if (outcome === 'pending') return `${hasFile ? '文件与保存的内容相符，' : '证据已保存，'}锚定尚未完成，请稍后重新核验。`;
  if (outcome === 'none')
    return hasNumber ? '没有这个存证编号的记录，请核对编号。' : '没有找到内容相同的存证。改动一个字节，文件就不再相同。';
  const anchored = stage === 'confirming' ? '已写入日志检查点，区块链交易尚待确认' : '已锚定';
  if (outcome === 'known') return `本机构有这个存证编号的记录，证据${anchored}。要知道手中的文件是否就是它，请选择原始文件。`;
  return `文件与${hasNumber ? '此存证编号' : ''}保存的内容完全相同，且${anchored}。`;
}

export const outcomeTitles: Record<Outcome, string> = {
  match: '一致',
  known: '编号有效，尚未比对文件',
  mismatch: '不一致',
  none: '未找到',
  pending: '待锚定',
};
