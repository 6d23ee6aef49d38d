/** How a checkpoint is named on screens and in documents: by its number of entries. It has no number of its own. */
export const checkpointSize = {
  label: '检查点大小',
  text: (size: number | string): string => `${size} 条记录`,
} as const;
