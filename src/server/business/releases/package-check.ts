import { refuse } from '../../platform/http/refusal.ts';
import { ApkFault } from './apk/apk-fault.ts';

/** @throws Refusal unless the file name ends in .apk. */
export function assertPackageName(fileName: string): void {
  if (!/[^.]\.apk$/i.test(fileName)) throw refuse('仅支持上传扩展名为.apk的安装包', { file: '仅支持上传扩展名为.apk的安装包' });
}

/** Passes bytes through, but throws before anything is stored if they do not begin like a zip. @throws ApkFault */
export async function* zipsOnly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head.length < 4) {
      head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)]);
      if (!zipMagic.subarray(0, head.length).equals(head)) throw new ApkFault('文件不是安装包');
    }
    yield chunk;
  }
  if (head.length < 4) throw new ApkFault('文件不是安装包');
}

const zipMagic = Buffer.from('PK\u0003\u0004');

/** Converts a package fault into a refusal for the operator; returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ApkFault)) return error;
  const text = `安装包无效：${error.message}`;
  return refuse(text, { file: text });
}
