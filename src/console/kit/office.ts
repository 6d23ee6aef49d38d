/** The office and its seal as certificates name them. */
export const officeName = '公证处电子数据存证中心';
export const sealName = '电子存证专用章';
