/** The notice on everything that a sandbox shows and issues. */
export const sandboxWords = '测试环境，数据无证明效力';

/**
 * Last part of the name of a sandbox's log. Signatures of checkpoints cover that name, so it cannot be removed from a sandbox's packages.
 */
export const sandboxLogName = 'sandbox-log';

/** Whether a log belongs to a sandbox. @param origin as in checkpoints and in the log's key. */
export function isSandboxLog(origin: string): boolean {
  return origin.split('/').at(-1) === sandboxLogName;
}
