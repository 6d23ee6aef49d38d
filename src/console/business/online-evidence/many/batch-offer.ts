import { onlineKind, recordingCode, type OnlineKind } from '../../../../domain/business/codes/online-evidence.ts';
import { fileStatus } from '../../../../domain/business/codes/evidence.ts';
import { onlineStatusOf } from '../../../../domain/business/rules/online-status.ts';
import { post, type ReplyOf } from '../../../kit/net/call.ts';
import type { Outcome } from '../../../kit/list/selection/use-many.ts';
import { isRecording } from '../kinds.ts';

/** The server's answer to a batch. */
export interface BatchOffer {
  /** Links to zips; none if there is nothing to download. */
  readonly zips: readonly string[];
  readonly outcomes: readonly Outcome[];
}

/** Lets the server prepare the zips of these numbers. The waiting dialog shows a refusal. */
export async function offerBatch(kind: OnlineKind, numbers: readonly string[], uid: string): Promise<BatchOffer> {
  const fields = { baoquanStr: numbers.join(','), uid, each: 1 };
  const reply = isRecording(kind)
    ? await post('/api/evidence/downloadBatch', { ...fields, type: recordingCode.code(kind) }, { quiet: true })
    : await post('/api/webfor/downloadBatch', { ...fields, type: onlineKind.code('web') }, { quiet: true });
  return readOffer(numbers, reply);
}

/** Without a zip, nothing counts as downloaded, whatever else the answer says (spec/console, 8.1). */
export function readOffer(
  numbers: readonly string[],
  { list = [], missing = [], refused = [] }: Partial<ReplyOf<'POST', '/api/webfor/downloadBatch'>>,
): BatchOffer {
  const reasonOf = (number: string): string => {
    if (refused.includes(number)) return '证据不存在、未取证成功或无权查看';
    if (missing.includes(number)) return '证据缺失不可下载';
    return list.length === 0 ? noFiles : '';
  };
  return {
    zips: list,
    outcomes: numbers.map((id) => {
      const reason = reasonOf(id);
      return { id, isDone: reason === '', reason };
    }),
  };
}

export const noFiles = '无下载文件';

/** Why a row cannot be downloaded; empty if it can: only successful evidence has a file (spec/console, 4.9), which may be lost. */
export function batchObstacle({ status, isDownload }: { readonly status: string; readonly isDownload: number }): string {
  if (onlineStatusOf(status) !== 'succeeded') return '未取证成功，没有可下载的文件';
  if (fileStatus.is(isDownload, 'stored')) return '';
  return fileStatus.is(isDownload, 'uploading') ? '证据上传中请稍后下载' : '证据缺失不可下载';
}
