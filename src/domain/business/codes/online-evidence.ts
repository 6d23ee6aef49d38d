import { codeTable, type NameOf } from './code-table.ts';

/** Kinds of evidence collected online, with the codes of history and downloads (spec/console, 9.16). */
export const onlineKind = codeTable({
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export type OnlineKind = NameOf<typeof onlineKind>;

/** Recordings: the codes of history and downloads, then those of their list (spec/console, 9.16). */
export const recordingCode = codeTable({
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export const recordingListType = codeTable({
  process: [1, '过程取证'],
  move: [3, '移动端取证'],
});
export type RecordingKind = NameOf<typeof recordingCode>;
