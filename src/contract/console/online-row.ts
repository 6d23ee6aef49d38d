import { z } from 'zod';
import { fileStatus, type FileStatus } from '../../domain/codes/evidence.ts';

/** Fields that the lists of web pages, processes and mobile recordings share (wire, section 4, Online evidence). */
export const onlineRowFields = {
  user_id: z.string(),
  username: z.string(),
  mobile: z.string(),
  name: z.string(),
  label: z.string(),
  status_name: z.string(),
  /** Why it failed or was cancelled; empty otherwise. */
  reason: z.string(),
  /** Whether its files can be had: 1, 2 while they are uploaded, or 0 where one of them is damaged or missing, and until it succeeded. */
  isDownload: z.number(),
};

/** The same as the server knows it. */
export interface ListedOnline {
  readonly number: string;
  readonly userId: string;
  readonly username: string;
  readonly mobile: string;
  readonly name: string;
  readonly label: string;
  readonly reason: string;
  /** Null until there is one. */
  readonly fileStatus: FileStatus | null;
}

export function onlineRowOf({ userId, username, mobile, name, label, reason, fileStatus: file }: ListedOnline) {
  return { user_id: userId, username, mobile, name, label, reason, isDownload: fileStatus.code(file ?? 'missing') };
}
