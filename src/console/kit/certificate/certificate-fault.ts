import type { FileStatus } from '../../../domain/business/codes/evidence.ts';

/** Why a sheet is not a valid certificate: a mark across it, and a sentence. It bears no seal. */
export interface CertificateFault {
  readonly mark: string;
  readonly sentence: string;
}

/**
 * By the state of the certificate's file; undefined if it is stored (spec/custody, 6: a damaged object marks its certificate).
 */
export const certificateFaults: Record<FileStatus, CertificateFault | undefined> = {
  stored: undefined,
  uploading: { mark: '文件上传中', sentence: '文件尚未保存，本页暂不能作为证明使用。' },
  missing: { mark: '文件缺失', sentence: '保存的文件缺失或已损坏，恢复之前无法提供原件核对，本页暂不能作为证明使用。' },
};
