import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { fourLetters, partName, type FilePart } from './file-part.ts';
import { viewOf } from './places.ts';

/** The part of a JPEG, PNG, GIF, BMP or TIFF that holds the byte at an offset; null for other formats. */
export async function partOfPicture(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart | null> {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return partOfJpeg(source, offset);
  if (latin1(head, 0, 8) === '\x89PNG\r\n\x1a\n') return partOfPng(source, offset);
  if (/^GIF8[79]a/.test(latin1(head, 0, 6))) return partOfGif(source, offset, head);
  if (latin1(head, 0, 2) === 'BM' && head.length > 30) return partOfBmp(source, offset, head);
  if (/^(?:II\*\0|MM\0\*)/.test(latin1(head, 0, 4))) return partOfTiff(await source.read(0, maxTiffBytes), offset, 'TIFF');
  return null;
}

/** ITU T.81, B.1. */
async function partOfJpeg(source: ByteSource, offset: number): Promise<FilePart> {
  let at = 2;
  while (at < source.sizeBytes) {
    const head = await source.read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 2 || head[0] !== 0xff) return unread('JPEG');
    if (marker === 0xd9) return offset < at + 2 ? signal('JPEG 的图像数据') : appended('JPEG');
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (head.length < 4) return unread('JPEG');
    const end = at + 2 + viewOf(head).getUint16(2);
    if (offset < end) return segmentPart(await source.read(at, end - at), marker, offset - at);
    at = marker === 0xda ? await scanEnd(source, end) : end;
    if (offset < at) return signal('JPEG 的图像数据');
  }
  return unread('JPEG');
}

/** The first marker behind a scan: entropy-coded data hold 0xFF only before 0 or a restart marker. */
async function scanEnd(source: ByteSource, start: number): Promise<number> {
  for (let at = start; at < source.sizeBytes; at += blockBytes) {
    const block = await source.read(at, blockBytes + 1);
    for (let i = block.indexOf(0xff); i >= 0 && i < blockBytes; i = block.indexOf(0xff, i + 1)) {
      const next = block[i + 1];
      if (next !== undefined && next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at + i;
    }
  }
  return source.sizeBytes;
}

/** @param offset within the segment. */
function segmentPart(segment: Uint8Array, marker: number, offset: number): FilePart {
  if (marker === 0xfe) return metadata('JPEG 的 COM 注释段');
  const name = `APP${marker - 0xe0}`;
  if (marker < 0xe0 || marker > 0xef) return signal('JPEG 的图像数据');
  if (latin1(segment, 4, 10) === 'Exif\0\0') return partOfTiff(segment.subarray(10), offset - 10, `JPEG 的 ${name} 段 EXIF`);
  if (latin1(segment, 4, 32).startsWith('http://ns.adobe.com/xap/')) return metadata(`JPEG 的 ${name} 段 XMP${xmpTag(segment, offset)}`);
  return metadata(`JPEG 的 ${name} 段${quoted(partName(segment.subarray(4, 40)))}`);
}

/** PNG, 5.3. */
async function partOfPng(source: ByteSource, offset: number): Promise<FilePart> {
  for (let at = 8; at < source.sizeBytes; ) {
    const head = await source.read(at, 8);
    if (head.length < 8) return unread('PNG');
    const [end, type] = [at + 12 + viewOf(head).getUint32(0), fourLetters(head, 4)];
    if (offset < end) {
      if (type === 'IDAT' || type === 'fdAT' || type === 'IHDR' || type === 'PLTE') return signal(`PNG 的图像数据块 ${type}`);
      const content = await source.read(at + 8, Math.min(end - at - 12, maxTiffBytes));
      if (type === 'eXIf') return partOfTiff(content, offset - at - 8, 'PNG 的 eXIf 块');
      return metadata(`PNG 的 ${type} 块${/^[tiz](?:TX|EX)t$/.test(type) ? quoted(partName(content)) : ''}`);
    }
    if (type === 'IEND') return appended('PNG');
    at = end;
  }
  return unread('PNG');
}

/** GIF89a, 15 to 27. */
async function partOfGif(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart> {
  const colours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
  let at = 13 + colours(head[10] ?? 0);
  if (offset < at) return signal('GIF 的文件头');
  while (at < source.sizeBytes) {
    const block = await source.read(at, 18);
    const kind = block[0];
    if (kind === 0x3b) return offset <= at ? signal('GIF 的图像数据') : appended('GIF');
    if (kind !== 0x21 && kind !== 0x2c) return unread('GIF');
    const start = kind === 0x21 ? at + 2 : at + 11 + colours(block[9] ?? 0);
    at = await subBlocksEnd(source, start);
    if (offset >= at) continue;
    if (kind === 0x2c) return signal('GIF 的图像数据');
    if (block[1] === 0xfe) return metadata('GIF 的注释扩展块');
    return metadata(block[1] === 0xff ? `GIF 的应用扩展块${quoted(partName(block.subarray(3, 14)))}` : 'GIF 的扩展块');
  }
  return unread('GIF');
}

async function subBlocksEnd(source: ByteSource, start: number): Promise<number> {
  let at = start;
  for (let block = await source.read(at, blockBytes), base = at; at < source.sizeBytes; ) {
    if (at - base >= block.length) [block, base] = [await source.read(at, blockBytes), at];
    const size = block[at - base] ?? 0;
    at += 1 + size;
    if (size === 0) break;
  }
  return at;
}

/** The bitmap's header states where the pixels begin and how long they are. */
function partOfBmp(source: ByteSource, offset: number, head: Uint8Array): FilePart {
  const view = viewOf(head);
  const pixels = view.getUint32(10, true);
  const [width, height, bits] = [view.getInt32(18, true), Math.abs(view.getInt32(22, true)), view.getUint16(28, true)];
  const stated = view.getUint32(34, true);
  const size = view.getUint32(30, true) === 0 ? Math.ceil((width * bits) / 32) * 4 * height : stated;
  if (offset < pixels) return metadata('BMP 的文件头');
  return offset < Math.min(pixels + size, source.sizeBytes) ? signal('BMP 的像素数据') : appended('BMP');
}

/** The tag whose value holds the byte at an offset. @param where names the structure that holds the TIFF. Source: TIFF 6.0, 2. */
export function partOfTiff(tiff: Uint8Array, offset: number, where: string): FilePart {
  const little = latin1(tiff, 0, 2) === 'II';
  const view = viewOf(tiff);
  if (tiff.length < 8) return metadata(where);
  const waiting = [view.getUint32(4, little)];
  for (let seen = 0, directory = waiting.shift(); directory !== undefined && seen < 20; seen += 1, directory = waiting.shift()) {
    if (directory + 2 > tiff.length) continue;
    const count = view.getUint16(directory, little);
    for (let at = directory + 2; at < directory + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
      const [tag, type, values] = [view.getUint16(at, little), view.getUint16(at + 2, little), view.getUint32(at + 4, little)];
      const size = values * (typeBytes[type] ?? 1);
      const start = size <= 4 ? at + 8 : view.getUint32(at + 8, little);
      if (offset >= start && offset < start + size)
        return metadata(
          `${where}${/[!-~]$/.test(where) ? ' ' : ''}中的标签 ${tagNames.get(tag) ?? `0x${tag.toString(16).padStart(4, '0')}`}`,
        );
      if ([0x8769, 0x8825, 0xa005].includes(tag)) waiting.push(view.getUint32(at + 8, little));
    }
    const next = directory + 2 + count * 12;
    if (next + 4 <= tiff.length && view.getUint32(next, little) > 0) waiting.push(view.getUint32(next, little));
  }
  return where === 'TIFF' ? { kind: 'unknown', name: 'TIFF 的标签之外' } : metadata(where);
}

const typeBytes: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 };

/** Tags in which programs write texts. */
const tagNames: ReadonlyMap<number, string> = new Map([
  [0x010d, 'DocumentName'],
  [0x010e, 'ImageDescription'],
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x0131, 'Software'],
  [0x0132, 'DateTime'],
  [0x013b, 'Artist'],
  [0x013c, 'HostComputer'],
  [0x02bc, 'XMP'],
  [0x8298, 'Copyright'],
  [0x83bb, 'IPTC'],
  [0x927c, 'MakerNote'],
  [0x9286, 'UserComment'],
  [0x9c9b, 'XPTitle'],
  [0x9c9c, 'XPComment'],
  [0x9c9d, 'XPAuthor'],
  [0x9c9e, 'XPKeywords'],
  [0x9c9f, 'XPSubject'],
  [0xa420, 'ImageUniqueID'],
  [0xa430, 'CameraOwnerName'],
  [0xc4a5, 'PrintImageMatching'],
]);

/** The element or attribute of an XMP packet that holds the byte at an offset: “dc:description”. */
export function xmpTag(bytes: Uint8Array, offset: number): string {
  const before = latin1(bytes, Math.max(0, offset - 4096), offset);
  const names = [...before.matchAll(/<([A-Za-z][\w.-]*:[\w.-]+)|\s([A-Za-z][\w.-]*:[\w.-]+)=["'][^"']*$/g)].map(
    ([, tag, name]) => name ?? tag,
  );
  return quoted(names.findLast((name) => name !== undefined && !/^(?:rdf|x):/.test(name)) ?? '');
}

export function quoted(name: string): string {
  return name === '' ? '' : `“${name}”`;
}

export function signal(name: string): FilePart {
  return { kind: 'signal', name };
}

export function metadata(name: string): FilePart {
  return { kind: 'metadata', name };
}

/** @param format that states where it ends. */
export function appended(format: string): FilePart {
  return { kind: 'appended', name: format };
}

/** A file that is recognised but whose structure breaks off before the byte. */
export function unread(format: string): FilePart {
  return { kind: 'unknown', name: `${format} 的结构之外` };
}

const blockBytes = 65_536;
const maxTiffBytes = 8_388_608;
