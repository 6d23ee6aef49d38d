import { z } from 'zod';

/** What the lists of web pages, processes and mobile recordings name alike (wire, section 4, Online evidence). */
export const onlineRowFields = {
  user_id: z.string(),
  username: z.string(),
  mobile: z.string(),
  name: z.string(),
  label: z.string(),
  status_name: z.string(),
  /** Why it failed or was cancelled; empty otherwise. */
  reason: z.string(),
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
}

export function onlineRowOf({ userId, username, mobile, name, label, reason }: ListedOnline) {
  return { user_id: userId, username, mobile, name, label, reason };
}
