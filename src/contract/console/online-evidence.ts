import { z } from 'zod';
import { recordingCode } from '../../domain/business/codes/online-evidence.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { typedNumber } from '../../domain/kit/text/typed.ts';
import { get, post } from '../call.ts';
import { uidIgnored } from './evidence.ts';
import { code, optional } from '../fields.ts';
import { recordingDownloaders } from './recordings.ts';

/** Comma-joined numbers; a single malformed one refuses the whole list (spec/wire, 6, *Batch*). */
export function evidenceNumbers(missing: string, tooMany: string) {
  return (
    z
      .string(missing)
      // Longer than any allowed list; refused before it is split into a million parts.
      .max(100_000, tooMany)
      .transform((text) =>
        text
          .split(',')
          .map(typedNumber)
          .filter((one) => one !== ''),
      )
      .superRefine((given, context) => {
        const message = faultOf(given, missing, tooMany);
        if (message !== null) context.addIssue({ code: 'custom', message });
      })
  );
}
const numbers = evidenceNumbers('请选择需要下载的证据', `一次最多下载${limits.batchNumbers}份证据`);
/** 1: unavailable numbers do not affect the others and are listed in `refused`. Without it, they refuse the whole request. */
const each = optional(z.literal('1', '下载方式无效')).transform((given) => given !== undefined);

const batch = z.object({
  /** Zip archives, each with its own link that is valid for 15 minutes. */
  list: z.array(z.string()),
  /** Numbers whose file is unavailable. */
  missing: z.array(z.string()),
  /** With `each`: numbers that are unknown, of another kind, not succeeded, or not viewable for the operator. */
  refused: z.array(z.string()).optional(),
});

const ofWeb = {
  summary: '批量下载网页取证',
  needs: { anyOf: ['online:web', 'notarization:list'], allOf: ['evidence:download'] },
  input: z.object({ baoquanStr: numbers, uid: uidIgnored, type: z.literal(['', '2'], '取证类型无效').optional(), each }),
  output: batch,
} as const;

/** Batch downloads of online evidence (spec/wire, 4). */
export const batchCalls = {
  downloadWebBatch: post('/api/webfor/downloadBatch', ofWeb),
  getWebBatch: get('/api/webfor/downloadBatch', ofWeb),
  downloadBatch: post('/api/evidence/downloadBatch', {
    summary: '批量下载过程取证或移动端取证',
    needs: {
      anyOf: ['online:process', 'online:move', 'notarization:list'],
      allOf: ['evidence:download'],
      byInput: (input) => recordingDownloaders[input.type],
    },
    input: z.object({ baoquanStr: numbers, uid: uidIgnored, type: code(recordingCode, '取证类型无效'), each }),
    output: batch,
  }),
} as const;

function faultOf(given: readonly string[], missing: string, tooMany: string): string | null {
  if (given.length === 0) return missing;
  if (given.length > limits.batchNumbers) return tooMany;
  const malformed = given.find((number) => !/^[0-9A-F]{32}$/.test(number));
  if (malformed !== undefined) return `取证编号无效：${malformed.slice(0, 40)}`;
  const twice = given.find((number, at) => given.indexOf(number) < at);
  return twice === undefined ? null : `取证编号重复：${twice}`;
}
