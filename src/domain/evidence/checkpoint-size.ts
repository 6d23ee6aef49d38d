/** What names a checkpoint wherever one is shown: how many entries its tree has, not a number of its own. */
export const checkpointSize = {
  label: '检查点大小',
  text: (size: number | string): string => `${size} 条记录`,
} as const;
