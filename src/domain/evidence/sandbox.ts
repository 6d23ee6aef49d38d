/** What a sandbox says on all that it shows and issues. */
export const sandboxWords = '测试环境，数据无证明效力';

/** The last part of the name of a sandbox's log. Checkpoints are signed over that name, so no package of a sandbox can do without it. */
export const sandboxLogName = 'sandbox-log';

/** Whether a log is a sandbox's. @param origin as it stands in checkpoints and in the log's key. */
export function isSandboxLog(origin: string): boolean {
  return origin.split('/').at(-1) === sandboxLogName;
}
