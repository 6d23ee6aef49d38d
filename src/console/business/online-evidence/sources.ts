import { recordingListType, type OnlineKind, type RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import { onlineStatuses, onlineStatusLabel, onlineStatusWord } from '../../../domain/business/rules/online-status.ts';
import { get } from '../../kit/net/call.ts';
import { listSource, type Option } from '../../kit/list/list-source.ts';
import { isRecording } from './kinds.ts';

// Declared before the lists that use it when this module loads.
const batch = 'batch';
const keyword = { kind: 'text', field: 'keyword', label: '关键字', placeholder: '姓名/手机号/证据名称/证据编号' } as const;

/** The lists of online evidence. Those for batch downloads filter for success at first (spec/console, 2.14). */
export const webSource = webList();
export const webBatchSource = webList(succeeded('web'), batch);
export const processSource = recordingList('process');
export const processBatchSource = recordingList('process', succeeded('recording'), batch);
export const moveSource = recordingList('move');
export const moveBatchSource = recordingList('move', succeeded('recording'), batch);

function webList(initial?: string, purpose?: string) {
  return listSource(
    '/api/ajax/webfor/getWebList',
    {},
    [
      { kind: 'days', field: 'registtime', label: '取证时间' },
      { kind: 'select', field: 'status', label: '状态', options: statusOptions('web'), initial, isTabs: initial === undefined },
      labelFilter('web'),
      keyword,
    ],
    purpose,
  );
}

function recordingList(kind: RecordingKind, initial?: string, purpose?: string) {
  return listSource(
    '/api/ajax/evidence/getProList',
    { type: recordingListType.code(kind) },
    [
      { kind: 'days', field: 'registtime', label: '取证时间' },
      { kind: 'select', field: 'status', label: '状态', options: statusOptions('recording'), initial, isTabs: initial === undefined },
      labelFilter(kind),
      keyword,
    ],
    purpose,
  );
}

function statusOptions(of: 'web' | 'recording'): Option[] {
  return onlineStatuses.map((status) => ({ value: onlineStatusWord(status, of), label: onlineStatusLabel(status) }));
}

function succeeded(of: 'web' | 'recording'): string {
  return onlineStatusWord('succeeded', of);
}

function labelFilter(kind: OnlineKind) {
  return {
    kind: 'known',
    field: 'label',
    label: '标签',
    key: labelsKey(kind),
    options: async (signal: AbortSignal): Promise<Option[]> => (await knownLabels(kind, signal)).map((label) => ({ value: label, label })),
  } as const;
}

/** Cache key of the labels of a kind. */
export function labelsKey(kind: OnlineKind): string {
  return `labels-${kind}`;
}

/** The labels in use for captures or recordings of a kind. */
export async function knownLabels(kind: OnlineKind, signal: AbortSignal): Promise<readonly string[]> {
  const { list } = isRecording(kind)
    ? await get('/api/evidence/labelList', { type: recordingListType.code(kind) }, { signal, quiet: true })
    : await get('/api/webfor/webForList', {}, { signal, quiet: true });
  return list.map(({ label }) => label);
}
