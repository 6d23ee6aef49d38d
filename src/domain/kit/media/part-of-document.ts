import { latin1 } from '../bytes/bytes.ts';
import { readRecords, uint16, uint32, ZipFault } from '../zip/zip-records.ts';
import type { ByteSource } from './byte-source.ts';
import { partName, type FilePart } from './file-part.ts';
import { appended, metadata, quoted, signal, unread, xmpTag } from './part-of-picture.ts';

/** The part of a PDF, or of a zip (docx, xlsx, pptx, ofd), that holds the byte at an offset; null for other formats. */
export async function partOfDocument(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart | null> {
  if (latin1(head, 0, 1024).includes('%PDF-')) return partOfPdf(source, offset);
  return latin1(head, 0, 4) === 'PK\x03\x04' ? partOfZip(source, offset) : null;
}

/** ISO 32000-1, 7.5: objects, and a last `%%EOF`. What an object says is read from the bytes before the offset. */
async function partOfPdf(source: ByteSource, offset: number): Promise<FilePart> {
  const tailStart = Math.max(0, source.sizeBytes - windowBytes);
  const tail = latin1(await source.read(tailStart, windowBytes), 0, windowBytes);
  const end = tail.lastIndexOf('%%EOF');
  if (end >= 0 && offset >= tailStart + end + 5) return appended('PDF');
  const start = Math.max(0, offset - windowBytes);
  const bytes = await source.read(start, offset - start);
  const before = latin1(bytes, 0, bytes.length);
  const object = [...before.matchAll(/(?:^|[\s>])(\d{1,10}) \d{1,5} obj\b/g)].at(-1);
  const since = object === undefined ? before : before.slice(object.index);
  const isOutside = object === undefined || since.lastIndexOf('endobj') >= 0;
  const line = since.slice(Math.max(since.lastIndexOf('\r'), since.lastIndexOf('\n')) + 1);
  if (isOutside) return metadata(line.includes('%') ? 'PDF 的注释' : 'PDF 的对象之外');
  const name = `PDF 的第 ${object[1] ?? ''} 号对象`;
  const stream = since.lastIndexOf('stream');
  if (stream < 0 || since.lastIndexOf('endstream') === stream - 3) return metadata(`${name}${quoted(entryAt(since))}`);
  return /<\?xpacket|<x:xmpmeta/.test(since) ? metadata(`${name} XMP${xmpTag(bytes, bytes.length)}`) : signal(`${name}的数据流`);
}

/** The name before the string that is open at the end of a text, such as `Title` of `/Title (存证`; empty if none is. */
function entryAt(text: string): string {
  const paren = Math.max(text.lastIndexOf('('), text.lastIndexOf(')'));
  const opened = text[paren] === '(' ? paren : text.lastIndexOf('<');
  if (opened < paren || text.lastIndexOf('>') > opened) return '';
  return /\/([A-Za-z]\w{0,40})\s{0,40}<?$/.exec(text.slice(Math.max(0, opened - 100), opened))?.[1] ?? '';
}

/** PKWARE APPNOTE 6.3.10, 4.3. */
async function partOfZip(source: ByteSource, offset: number): Promise<FilePart> {
  const tailStart = Math.max(0, source.sizeBytes - windowBytes);
  const tail = await source.read(tailStart, windowBytes);
  const at = latin1(tail, 0, tail.length).lastIndexOf('PK\x05\x06');
  if (at < 0 || at + 22 > tail.length) return unread('ZIP');
  const end = tailStart + at + 22;
  if (offset >= end) return offset < end + uint16(tail, at + 20) ? metadata('ZIP 的注释') : appended('ZIP');
  const directoryOffset = uint32(tail, at + 16);
  if (offset >= directoryOffset) return metadata('ZIP 的目录');
  const end32 = { count: uint16(tail, at + 10), directoryBytes: uint32(tail, at + 12), directoryOffset };
  try {
    const records = await readRecords({ ...source, chunks: noChunks }, end32);
    const holder = records.filter(({ localOffset }) => localOffset <= offset).sort((a, b) => b.localOffset - a.localOffset)[0];
    return holder ? metadata(`ZIP 中的文件${quoted(partName(holder.rawName))}`) : unread('ZIP');
  } catch (error) {
    if (error instanceof ZipFault) return unread('ZIP');
    throw error;
  }
}

/** The records of the directory are read as a whole. */
async function* noChunks(): AsyncGenerator<Uint8Array> {
  yield* [];
}

const windowBytes = 1_048_576;
