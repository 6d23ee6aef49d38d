import { fileStatus, type FileStatus } from '../../../domain/business/codes/evidence.ts';

/** The fields that the lists of captures and recordings share. */
type ListedOnline = Readonly<Record<'userId' | 'username' | 'mobile' | 'name' | 'label' | 'reason', string>> & KnownFiles;

/** The last known status of a row's files; null until the row is evidence. */
export interface KnownFiles {
  readonly fileStatus: FileStatus | null;
}

/** The wire fields that both share, in wire order. */
export function onlineRowOf({ userId, username, mobile, name, label, reason, fileStatus: file }: ListedOnline) {
  return { user_id: userId, username, mobile, name, label, reason, isDownload: fileStatus.code(file ?? 'missing') };
}
