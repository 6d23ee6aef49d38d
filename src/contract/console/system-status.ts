import { z } from 'zod';
import { get, post } from '../call.ts';
import { limit, listOf, page } from '../fields.ts';

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

const faultyFile = z.object({
  /** Lower-case hex; the file's name in the store. */
  sha256: z.string(),
  tone: z.enum(['wait', 'failed']),
  state_name: z.string(),
  /** When the scrub reported it; empty if it could only not be read. */
  since: z.string(),
  checked_time: z.string(),
  size: z.number(),
  /** The storage's own error; empty if it gave none. */
  reason: z.string(),
  /** The first evidence that the file belongs to, and how many there are. The url is empty where the operator may not open it. */
  evidence: z.array(z.object({ baoquan: z.string(), url: z.string() })),
  evidence_count: z.number(),
});
export type FaultyFile = z.output<typeof faultyFile>;

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
  getFaultyFiles: get('/api/ajax/system/getFaultyFiles', {
    summary: '文件巡检：损坏、缺失和未能读出的文件',
    needs: { anyOf: ['system:status'] },
    isPolled: true,
    input: z.object({ page, limit }),
    /** `command`: puts them back from a backup. */
    output: listOf(faultyFile).extend({ command: z.string() }),
  }),
  recheckFiles: post('/api/ajax/system/recheckFiles', {
    summary: '文件巡检：立即重新核对损坏、缺失和未能读出的文件',
    needs: { anyOf: ['system:status'] },
    message: '操作成功',
    input: z.object({}),
    /** A file was checked again once its `checked_time` is not before `time`. */
    output: z.object({ count: z.number(), time: z.string() }),
  }),
} as const;
