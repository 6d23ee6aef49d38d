import { onlineKind, recordingCode, type OnlineKind } from '../../domain/codes/online-evidence.ts';
import { fileStatus } from '../../domain/codes/evidence.ts';
import { onlineStatusOf } from '../../domain/rules/online-status.ts';
import { post, type ReplyOf } from '../net/call.ts';
import { isRecording } from './kinds.ts';

/** What a batch was answered with. */
export interface BatchOffer {
  /** Links to zips. */
  readonly zips: readonly string[];
  /** Numbers whose file is not there. */
  readonly missing: readonly string[];
}

/** Has the server prepare the zips of these numbers. The refusal is told by the dialog that waits for it. */
export async function offerBatch(kind: OnlineKind, numbers: readonly string[], uid: string): Promise<BatchOffer> {
  const fields = { baoquanStr: numbers.join(','), uid };
  if (isRecording(kind))
    return readOffer(await post('/api/evidence/downloadBatch', { ...fields, type: recordingCode.code(kind) }, { quiet: true }));
  return readOffer(await post('/api/webfor/downloadBatch', { ...fields, type: onlineKind.code('web') }, { quiet: true }));
}

/** @throws Error where there is nothing to download (seed 1, section 8). */
export function readOffer({ list, missing }: Partial<ReplyOf<'POST', '/api/webfor/downloadBatch'>>): BatchOffer {
  if (list === undefined || list.length === 0) throw new Error('无下载文件');
  return { zips: list, missing: missing ?? [] };
}

/** Why a row cannot be downloaded; empty where it can: only what succeeded has a file (seed 1, section 4), and that may be lost. */
export function batchObstacle({ status, isDownload }: { readonly status: string; readonly isDownload: number }): string {
  if (onlineStatusOf(status) !== 'succeeded') return '未取证成功，没有可下载的文件';
  if (fileStatus.is(isDownload, 'stored')) return '';
  return fileStatus.is(isDownload, 'uploading') ? '证据上传中请稍后下载' : '证据缺失不可下载';
}
