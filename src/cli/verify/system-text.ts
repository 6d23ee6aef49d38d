import { errorCode } from '../../server/platform/runtime/startup-error.ts';

/** The reason why the system could not read a file, in Chinese. */
export function systemText(error: unknown): string {
  const code = errorCode(error);
  return code === undefined ? '程序内部错误' : (systemTexts[code] ?? '文件无法读取');
}

const systemTexts: Record<string, string> = {
  ENOENT: '文件不存在',
  EACCES: '没有读取文件的权限',
  EPERM: '没有读取文件的权限',
  EISDIR: '这是文件夹，不是文件',
  EMFILE: '打开的文件过多',
  ENOMEM: '内存不足',
};
