import { recordingListType, type RecordingKind } from '../../domain/codes/online-evidence.ts';
import { limits } from '../../domain/codes/limits.ts';
import { onlineStatuses, onlineStatusLabel, onlineStatusWord } from '../../domain/rules/online-status.ts';
import { get } from '../net/call.ts';
import { listSource, type Option } from '../list/list-source.ts';

// Before the lists that are made with it when this file loads.
const keyword = { kind: 'text', field: 'keyword', label: '关键字', placeholder: '姓名/手机号/证据名称/证据编号' } as const;

/** The lists of online evidence; those of batch downloads begin with what succeeded (seed 1, section 2, Online evidence lists). */
export const webSource = webList();
export const webBatchSource = webList(succeeded('web'), batchSizes());
export const processSource = recordingList('process');
export const processBatchSource = recordingList('process', succeeded('recording'), batchSizes());
export const moveSource = recordingList('move');
export const moveBatchSource = recordingList('move', succeeded('recording'), batchSizes());

/** A whole batch may be chosen on one page. */
function batchSizes(): readonly number[] {
  return [limits.pageSize, 20, 50, limits.batchNumbers];
}

function webList(initial?: string, pageSizes?: readonly number[]) {
  return listSource(
    '/api/ajax/webfor/getWebList',
    {},
    [
      { kind: 'days', field: 'registtime', label: '取证时间' },
      { kind: 'select', field: 'status', label: '状态', options: statusOptions('web'), initial },
      { kind: 'known', field: 'label', label: '标签', options: labels },
      keyword,
    ],
    pageSizes,
  );
}

function recordingList(kind: RecordingKind, initial?: string, pageSizes?: readonly number[]) {
  return listSource(
    '/api/ajax/evidence/getProList',
    { type: recordingListType.code(kind) },
    [
      { kind: 'days', field: 'registtime', label: '取证时间' },
      { kind: 'select', field: 'status', label: '状态', options: statusOptions('recording'), initial },
      keyword,
    ],
    pageSizes,
  );
}

function statusOptions(of: 'web' | 'recording'): Option[] {
  return onlineStatuses.map((status) => ({ value: onlineStatusWord(status, of), label: onlineStatusLabel(status) }));
}

function succeeded(of: 'web' | 'recording'): string {
  return onlineStatusWord('succeeded', of);
}

async function labels(signal: AbortSignal): Promise<Option[]> {
  const { list } = await get('/api/webfor/webForList', {}, { signal, quiet: true });
  return list.map(({ label }) => ({ value: label, label }));
}
