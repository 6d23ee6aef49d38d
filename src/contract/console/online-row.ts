import { z } from 'zod';

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
