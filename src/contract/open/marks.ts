import { z } from 'zod';
import type { IntakeCall } from './call.ts';
import { inputObject } from './faults.ts';
import { uniqueId, userId } from './fields.ts';

/** The mark submitted with evidence and recordings: its hash or its code, as returned by `createMark`. */
export const handedMark = z
  .string()
  .trim()
  .regex(/^(?:[0-9a-fA-F]{64}|[0-9A-Za-z]{4}[\s-]?[0-9A-Za-z]{4}[\s-]?[0-9A-Za-z]{4})$/, 'must be the hash of a mark or its code');

/** Not-before marks, for recordings and evidence. */
export const markIntakeCalls = {
  createMark: {
    method: 'POST',
    path: '/open/v1/marks',
    summary: '领取时间标记：校验码在第一帧显示，24 小时内随文件提交，一次有效',
    caller: 'any',
    body: inputObject({ unique_id: uniqueId, user_id: userId }),
    output: z.object({
      /** The mark's hash, 64 hex digits. */
      mark: z.string(),
      /** Twelve digits and upper-case letters without I, L, O and U. */
      code: z.string(),
      expires_at: z.string(),
    }),
  },
} as const satisfies Record<string, IntakeCall>;
