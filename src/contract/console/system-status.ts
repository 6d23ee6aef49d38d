import { z } from 'zod';
import { get } from '../call.ts';

const line = z.object({
  /** What was checked, for example 数据库. */
  name: z.string(),
  /** over: there is nothing to check, or the office has not set it up. */
  tone: z.enum(['done', 'wait', 'failed', 'over']),
  state_name: z.string(),
  text: z.string(),
  /** What to do about it; empty if nothing is to be done. */
  advice: z.string(),
});
export type SystemStatusLine = z.output<typeof line>;

/** 系统状态: the output of the command `doctor`, for holders of role 1. */
export const systemStatusCalls = {
  getSystemStatus: get('/api/ajax/system/getStatus', {
    summary: '系统状态：版本、数据库、时钟、磁盘、证书、密钥、存储和取证环境的检查结果',
    needs: { anyOf: ['system:status'] },
    input: z.object({}),
    output: z.object({
      /** When the server made the checks. */
      time: z.string(),
      lines: z.array(line),
    }),
  }),
} as const;
