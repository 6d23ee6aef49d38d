import { z } from 'zod';

/** Parses input from programs with English error messages, like all messages of the open API. */
export const inEnglish = { error: z.locales.en().localeError } as const;
