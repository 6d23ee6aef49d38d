/**
 * States of online evidence (web page captures, recordings): inner name ↔ wire words ↔ Chinese label.
 * Two wire words mean the same state (spec/console, 4.9), and a filter by either finds both.
 */
export type OnlineStatus = 'waiting' | 'running' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';

interface StatusRow {
  /** Wire words for web page captures and for recordings. */
  readonly web: string;
  readonly recording: string;
  readonly label: string;
}

const table: Readonly<Record<OnlineStatus, StatusRow>> = {
  waiting: { web: 'WAIT', recording: 'FELLIN', label: '排队中' },
  running: { web: 'ING', recording: 'ING', label: '取证中' },
  uploading: { web: 'UPLOAD', recording: 'UPLOAD', label: '上传中' },
  succeeded: { web: 'SUCCESSED', recording: 'SUCCESS', label: '取证成功' },
  failed: { web: 'FAILED', recording: 'FAIL', label: '取证失败' },
  cancelled: { web: 'CANCEL', recording: 'CANCEL', label: '取证取消' },
};

export const onlineStatuses = Object.keys(table) as readonly OnlineStatus[];

/** The wire word of a state. */
export function onlineStatusWord(status: OnlineStatus, of: 'web' | 'recording'): string {
  return table[status][of];
}

/** The state of a wire word; undefined if unknown. */
export function onlineStatusOf(word: string): OnlineStatus | undefined {
  return onlineStatuses.find((status) => table[status].web === word || table[status].recording === word);
}

export function onlineStatusLabel(status: OnlineStatus): string {
  return table[status].label;
}

/** The label of a wire word; empty if unknown. */
export function onlineStatusLabelOf(word: string): string {
  const status = onlineStatusOf(word);
  return status === undefined ? '' : onlineStatusLabel(status);
}
