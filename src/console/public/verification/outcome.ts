import type { AnchorStage } from '../../../domain/proof/evidence/anchor-stage.ts';
import { isSm2Signature, packageNames } from '../../../domain/proof/evidence/package-names.ts';
import type { Verification } from '../../../contract/open/verification.ts';

/** The page's verdicts (spec/custody, 5). `known`: the number is in the log, and no file was compared with it. */
export type Outcome = 'match' | 'known' | 'mismatch' | 'none' | 'pending';

/** A file with the hash that this browser computed. */
export interface OwnFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** The file is an evidence package, which is not an original but contains some. */
  readonly isPackage: boolean;
  /** Why a zip is no evidence package; null for other files. */
  readonly whyNoPackage: string | null;
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
function copyHint(fileName: string): string | null {
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

/** What to say of a file that people take for a package. Office documents and apps are zips too, and nobody takes them so. */
function packageHint({ name, whyNoPackage }: OwnFile): string | null {
  return whyNoPackage !== null && /\.zip$/i.test(name) ? `${whyNoPackage}。` : null;
}

/** A file of a package that is no evidence itself. */
function partHint(fileName: string): string | null {
  const own = fileName.replace(/ ?(?:[(（]\d+[)）]|- ?副本(?: ?[(（]\d+[)）])?|副本(?: \d+)?| copy(?: \d+)?)(?=\.[^.]+$|$)/u, '');
  if (!officeFiles.has(own) && !isSm2Signature(own) && !/^credential-\d+\.\w+$/.test(own)) return null;
  return `“${fileName}”是证据包中说明或者证明存证的文件的名称，这些文件本身不是被保存的文件。请选择整个证据包，或者其中的原始文件。`;
}
const officeFiles: ReadonlySet<string> = new Set([
  ...Object.values(packageNames),
  'details.json',
  'environment-check.json',
  'capture-log.jsonl',
]);

/** Of archives, this page reads zips alone. */
function archiveHint(fileName: string): string | null {
  if (!/\.(?:7z|rar|tar|tgz|gz|bz2|xz|zst|cab|lzh|arj)$/i.test(fileName)) return null;
  return '这是压缩文件，本页打开的压缩文件只有 zip，没有看其中的内容。如果其中有原始文件或者证据包，请先解压，再选择解压出来的文件。';
}

/** Why a true file may not be found, and what to do. Null where no file was compared, and for other files. */
export function hintFor(outcome: Outcome, hasNumber: boolean, file: OwnFile | null): string | null {
  const isCompared = outcome === 'mismatch' || (outcome === 'none' && !hasNumber);
  if (!file || !isCompared) return null;
  if (file.sizeBytes === 0) return '这个文件是空的（0 字节），可能没有下载完或者没有复制完整。';
  return partHint(file.name) ?? archiveHint(file.name) ?? copyHint(file.name) ?? packageHint(file);
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
