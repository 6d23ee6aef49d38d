import { filePictureName, pictureName, sourceName } from '../web-archive/capture-files.ts';
import type { MarkBinding } from './mark.ts';
import { partKinds } from '../../kit/media/file-part.ts';
import type { PlaceInFile } from '../../kit/media/part-of-file.ts';

/**
 * Where an evidence shows its mark. `picture`: the office drew it into the margin of this picture; `log`: the office wrote it into the
 * capture log alone, because there is no picture of the browser's; `file`: in the bytes of a handed-in file.
 */
export type MarkPlace =
  | { readonly in: 'picture'; readonly file: string }
  | { readonly in: 'log' }
  | ({ readonly in: 'file' } & PlaceInFile);

/** `capture`: the office itself put it there; `file`: whoever handed the file in; `unbound`: nowhere that a machine can read. */
export function bindingOf(place: MarkPlace | null): MarkBinding {
  if (!place) return 'unbound';
  return place.in === 'file' ? 'file' : 'capture';
}

/** For a capture. @param names of its files. @param keepsFiles whether a file would be kept in place of a page. */
export function capturePlace(names: ReadonlySet<string>, keepsFiles: boolean): MarkPlace {
  const hasPicture = names.has(filePictureName) || names.has(sourceName) || !keepsFiles;
  return hasPicture ? { in: 'picture', file: names.has(filePictureName) ? filePictureName : pictureName } : { in: 'log' };
}

/** A clause, for certificates and the dossier: where the mark stands. @param place null where it was not recorded. */
export function placeText(place: MarkPlace | null): string {
  if (!place) return '时间标记在文件的字节中';
  if (place.in === 'picture') return `时间标记由出具机构在取证时绘入截图 ${place.file} 上方的边条`;
  if (place.in === 'log') return '时间标记由出具机构在取证时写入取证日志，不在画面中';
  return `时间标记在${partText(place)}`;
}

function partText({ kind, name, offset, line }: PlaceInFile): string {
  const at = `第 ${(offset + 1).toLocaleString('en-US')} 字节处`;
  if (kind === 'signal') return `文件所示内容的数据（${name}）中，${at}`;
  if (kind === 'metadata') return `文件的元数据（${name}）中，${at}`;
  if (kind === 'appended') return ` ${name} 的内容结束之后，附加在文件末尾，${at}`;
  if (kind === 'text') return line === null ? `文本的${at}` : `文本的第 ${line.toLocaleString('en-US')} 行，${at}`;
  return name === '' ? `文件的${at}，文件的格式不在可以读取的之内` : `文件的${at}（${name}）`;
}

/** What a stored place says; null for what is none. */
export function readPlace(value: unknown): MarkPlace | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Readonly<Record<string, unknown>>; // Its members are checked one by one.
  if (given['in'] === 'log') return { in: 'log' };
  if (given['in'] === 'picture' && typeof given['file'] === 'string') return { in: 'picture', file: given['file'] };
  const [kind, { name, offset, line }] = [partKinds.find((known) => known === given['kind']), given];
  if (given['in'] !== 'file' || !kind || typeof name !== 'string' || typeof offset !== 'number') return null;
  return { in: 'file', kind, name, offset, line: typeof line === 'number' ? line : null };
}
