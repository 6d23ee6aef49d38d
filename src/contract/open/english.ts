import { z } from 'zod';

/** Reads what a program sends: what is wrong with it is told in English, as all of the open API's messages are. */
export const inEnglish = { error: z.locales.en().localeError } as const;
