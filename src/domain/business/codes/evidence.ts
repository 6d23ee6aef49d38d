import { codeTable, type NameOf } from './code-table.ts';
import { onlineKind, type OnlineKind } from './online-evidence.ts';

/** Kind of an evidence: `isApp` on the wire. */
export const evidenceKind = codeTable({
  file: [0, '文件'],
  photo: [1, '照片'],
  audio: [2, '录音'],
  video: [3, '录像'],
  screen: [4, '录屏'],
});
export type EvidenceKind = NameOf<typeof evidenceKind>;

/** Every kind of evidence. */
export type AnyEvidenceKind = EvidenceKind | OnlineKind;

/** Chinese label of an evidence's kind. */
export function evidenceKindLabel(kind: AnyEvidenceKind): string {
  const online = onlineKind.names.find((name) => name === kind);
  const captured = evidenceKind.names.find((name) => name === kind);
  return online ? onlineKind.label(online) : captured ? evidenceKind.label(captured) : '';
}

/** Whether the file of an evidence is available: `fileStatus` and `isDownload` on the wire. */
export const fileStatus = codeTable({
  missing: [0, '缺失'],
  stored: [1, '已上传'],
  uploading: [2, '上传中'],
});
export type FileStatus = NameOf<typeof fileStatus>;

/** Which list a download came from. */
export const downloadType = codeTable({
  evidence: [1, '存证'],
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export type DownloadType = NameOf<typeof downloadType>;

/** The list that contains an evidence. */
export function listOfKind(kind: AnyEvidenceKind): DownloadType {
  return onlineKind.names.find((name) => name === kind) ?? 'evidence';
}

/** Sections of the download history: the lists, and the documents of an application. */
export const historyType = codeTable({
  evidence: [1, '存证'],
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
  document: [5, '公证文书'],
});
export type HistoryType = NameOf<typeof historyType>;

/** Operating system of the device that captured an evidence. */
export const deviceSystem = codeTable({
  unknown: [0, ''],
  android: [1, 'Android'],
  ios: [2, 'iOS'],
});
