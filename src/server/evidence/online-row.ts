import { fileStatus, type FileStatus } from '../../domain/codes/evidence.ts';

/** What the lists of captures and of recordings read alike. */
type ListedOnline = Readonly<Record<'userId' | 'username' | 'mobile' | 'name' | 'label' | 'reason', string>> & KnownFiles;

/** How the files of a row are known to be; null until it is evidence. */
export interface KnownFiles {
  readonly fileStatus: FileStatus | null;
}

/** The fields that both have on the wire, in their order there. */
export function onlineRowOf({ userId, username, mobile, name, label, reason, fileStatus: file }: ListedOnline) {
  return { user_id: userId, username, mobile, name, label, reason, isDownload: fileStatus.code(file ?? 'missing') };
}
