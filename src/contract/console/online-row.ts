import { z } from 'zod';

/** Fields that the lists of web pages, processes and mobile recordings share (spec/wire, 4, *Online evidence*). */
export const onlineRowFields = {
  user_id: z.string(),
  username: z.string(),
  mobile: z.string(),
  name: z.string(),
  label: z.string(),
  status_name: z.string(),
  /** Why it failed or was cancelled; empty otherwise. */
  reason: z.string(),
  /** Availability of its files: 1 available, 2 being uploaded, 0 if a file is damaged or missing, and until it succeeded. */
  isDownload: z.number(),
};
