import { refuse } from '../http/refusal.ts';
import { ApkFault } from './apk/apk-fault.ts';

/** @throws Refusal when a file of that name is not to be a package. */
export function assertPackageName(fileName: string): void {
  if (!/[^.]\.apk$/i.test(fileName)) throw refuse('仅支持上传扩展名为.apk的安装包', { file: '仅支持上传扩展名为.apk的安装包' });
}

/** What is no zip from its first bytes on is refused before anything of it is kept. */
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

/** A fault of a package, as what an operator is told of it; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ApkFault)) return error;
  const text = `安装包无效：${error.message}`;
  return refuse(text, { file: text });
}
