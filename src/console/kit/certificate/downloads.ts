import type { EvidencePart } from '../../../contract/console/evidence.ts';
import type { FileStatus } from '../../../domain/business/codes/evidence.ts';

/** A download of an evidence, and what it contains. */
export interface Download {
  readonly part: EvidencePart;
  readonly label: string;
  readonly content: string;
}

/** @param original what the first one contains, which differs by the kind of evidence. */
export function downloads(original: string): readonly Download[] {
  return [
    { part: 'file', label: '下载证据', content: original },
    { part: 'certificate', label: '下载证书', content: '本机构签名的 PDF 证书' },
    { part: 'package', label: '下载证据包', content: '原件、证书、审查说明和全部证明，可离线核验' },
  ];
}

/** Why nothing can be downloaded, in the server's words; empty if it can. */
export const downloadObstacle: Record<FileStatus, string> = {
  stored: '',
  uploading: '证据上传中请稍后下载',
  missing: '证据缺失不可下载',
};
