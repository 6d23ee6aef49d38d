import { z } from 'zod';
import { appPlatform } from '../../domain/business/codes/releases.ts';
import type { OpenCall } from './call.ts';
import { inputObject } from './faults.ts';

/** Called by installed apps, which have no key. */
export const latestVersionCalls = {
  latestVersion: {
    method: 'GET',
    path: '/open/v1/versions/latest',
    summary: '最新版本：type 为 1 Android 或 2 iOS',
    query: inputObject({
      type: z.string().transform((text, context) => {
        const platform = /^\d$/.test(text) ? appPlatform.nameOf(Number(text)) : undefined;
        if (platform !== undefined) return platform;
        context.addIssue({ code: 'custom', message: 'must be 1 or 2' });
        return z.NEVER;
      }),
    }),
    output: z.object({
      type: z.number(),
      current_version: z.string(),
      update_content: z.string(),
      update_time: z.string(),
      /**
       * Android: a link to the package, valid for 15 minutes, with its size in bytes and SHA-256 to check before installation. Absent while
       * the stored package is damaged.
       */
      url: z.string().optional(),
      file_size: z.number().optional(),
      sha256: z.string().optional(),
      /** iOS: 1 once the store has approved it, else 0. */
      status: z.number().optional(),
    }),
  },
} as const satisfies Record<string, OpenCall>;
