import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject, noFields } from './faults.ts';
import { device, happened, hasHappened, optionalText, sha256, shortText, uniqueId, userId } from './fields.ts';
import { handedMark } from './marks.ts';

/** A recording cannot end after the time that every device may be wrong by. */
function hasEnded({ begin_at: began, time_length: seconds = 0 }: { readonly begin_at?: Date; readonly time_length?: number }): boolean {
  return !began || hasHappened(began.getTime() + 1000 * seconds);
}
const endsTooLate = { path: ['time_length'], message: 'ends more than a day from now', ...comparing('begin_at', 'time_length') };

/** Recordings; their files are uploaded by tus. */
export const recordingIntakeCalls = {
  createRecording: {
    method: 'POST',
    path: '/open/v1/recordings',
    summary: '登记过程取证或移动端取证；文件随后以 tus 1.0 上传到 upload_url',
    caller: 'any',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      type: z.enum(['pro', 'move']).transform((type) => (type === 'pro' ? ('process' as const) : ('move' as const))),
      name: shortText(200),
      label: optionalText(limits.labelChars),
      begin_at: happened,
      /** Seconds. */
      time_length: z.number().int().min(0).max(31_536_000),
      sha256,
      device: device.optional(),
      mark: handedMark.optional(),
    }).refine(hasEnded, endsTooLate),
    output: z.object({ attestation_id: z.string(), status: z.string(), upload_url: z.string() }),
  },
  getRecording: {
    method: 'GET',
    path: '/open/v1/recordings/:attestation_id',
    summary: '查询过程取证或移动端取证的状态',
    caller: 'any',
    body: noFields,
    output: z.object({
      attestation_id: z.string(),
      user_id: z.string(),
      status: z.string(),
      /** Why it failed or was cancelled; empty otherwise. */
      reason: z.string(),
      upload_url: z.string(),
    }),
  },
} as const satisfies Record<string, IntakeCall>;

/** Upload path of a recording's file: HEAD returns the offset, PATCH continues the upload (tus 1.0, core protocol). */
export function uploadPath(number: string): string {
  return `/open/v1/uploads/${number}`;
}
