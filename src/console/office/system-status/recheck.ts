import type { FaultyFile } from '../../../contract/console/system-status.ts';

/** Whether the file has not been checked since that time. Both are the server's, and of one form. @param askedAt empty if nobody asked. */
export function isBeingChecked({ checked_time: checkedAt }: Pick<FaultyFile, 'checked_time'>, askedAt: string): boolean {
  return askedAt !== '' && checkedAt < askedAt;
}
