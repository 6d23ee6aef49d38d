import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { heifType } from './heif.ts';
import { boxesOf, type Part } from './mp4-boxes.ts';
import { fourLetters, partName, type FilePart } from './file-part.ts';
import { appended, metadata, partOfTiff, quoted, signal, unread, xmpTag } from './part-of-picture.ts';
import { viewOf } from './places.ts';
import { elementAt, elementNames } from './webm.ts';

/** The part of a sound or film, or of a picture in such a container, that holds the byte at an offset; null for other formats. */
export async function partOfRecording(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart | null> {
  if (/^(?:RIFF|RF64)/.test(latin1(head, 0, 4))) return partOfRiff(source, offset, head);
  if (/^(?:ftyp|moov|mdat|free|wide|skip)$/.test(latin1(head, 4, 8))) return partOfBoxes(source, offset, head);
  if (latin1(head, 0, 4) === '\x1a\x45\xdf\xa3') return partOfMatroska(source, offset);
  if (latin1(head, 0, 4) === 'fLaC') return partOfFlac(source, offset);
  if (latin1(head, 0, 4) === 'OggS') return partOfOgg(source, offset);
  if (latin1(head, 0, 5) === '#!AMR') return signal('AMR 的声音数据');
  // 0xFF 0xFE begins a text in UTF-16.
  if (latin1(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && head[1] !== 0xfe))
    return partOfFrames(source, offset);
  return null;
}

/** Chunks of WAV, AVI and WebP. Source: Multimedia Programming Interface 1.0 (1991), 2. */
async function partOfRiff(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart> {
  const format = { WAVE: 'WAV', WEBP: 'WebP', AVI: 'AVI' }[fourLetters(head, 8)] ?? 'RIFF';
  const stated = viewOf(head).getUint32(4, true);
  // Recorders that write while recording leave 0 or all ones.
  const isOpen = stated === 0 || stated === 0xffffffff || stated + 8 > source.sizeBytes;
  const end = isOpen ? source.sizeBytes : stated + 8 + (stated % 2);
  if (offset < 12) return metadata(`${format} 的文件头`);
  if (offset >= end) return appended(format);
  return chunkPart(source, { start: 12, end }, { offset, format, list: '' });
}

interface Wanted {
  readonly offset: number;
  readonly format: string;
  /** Type of the list that holds the chunks; empty at the top. */
  readonly list: string;
}

async function chunkPart(source: ByteSource, { start, end }: Part, { offset, format, list }: Wanted): Promise<FilePart> {
  for (let at = start; at + 8 <= end; ) {
    const head = await source.read(at, 12);
    const [type, size] = [fourLetters(head, 0), viewOf(head).getUint32(4, true)];
    const stop = size === 0xffffffff ? end : Math.min(end, at + 8 + size + (size % 2));
    if (offset >= stop) {
      at = stop;
      continue;
    }
    if (type === 'LIST' && fourLetters(head, 8) !== 'movi')
      return offset < at + 12
        ? metadata(`${format} 的 LIST 块`)
        : chunkPart(source, { start: at + 12, end: stop }, { offset, format, list: fourLetters(head, 8) });
    if (/^(?:data|LIST|VP8|VP8L|ALPH|ANMF)$/.test(type)) return signal(`${format} 的${format === 'WAV' ? '声音' : '画面'}数据块 ${type}`);
    if (type === 'EXIF') {
      const content = await source.read(at + 8, Math.min(size, maxMetaBytes));
      const skip = latin1(content, 0, 4) === 'Exif' ? 6 : 0;
      return partOfTiff(content.subarray(skip), offset - at - 8 - skip, `${format} 的 EXIF 块`);
    }
    if (type === 'XMP')
      return metadata(`${format} 的 XMP 块${xmpTag(await source.read(at + 8, Math.min(size, maxMetaBytes)), offset - at - 8)}`);
    return metadata(`${format} 的 ${list === '' ? '' : `${list} 列表中的 `}${type} 块`);
  }
  return unread(format);
}

/** Boxes of MP4, MOV, M4A, HEIF and AVIF. Source: ISO/IEC 14496-12, 4.2; QuickTime File Format, *Metadata*. */
async function partOfBoxes(source: ByteSource, offset: number, head: Uint8Array): Promise<FilePart> {
  const format = heifType(head) ? 'HEIF' : latin1(head, 8, 10) === 'qt' || latin1(head, 4, 8) !== 'ftyp' ? 'MOV' : 'MP4';
  return boxPart(source, { start: 0, end: source.sizeBytes }, { offset, format, list: '' });
}

async function boxPart(source: ByteSource, parent: Part, { offset, format, list }: Wanted): Promise<FilePart> {
  let [end, isOnly] = [parent.start, true];
  for await (const box of boxesOf(source, parent)) {
    const head = await source.read(box.start - 4, 40);
    const type = /^[\x20-\x7e\xa9]{4}$/.test(box.type) ? box.type.trim() : `${viewOf(head).getUint32(0)}`;
    const path = list === '' ? type : `${list}/${type}`;
    end = box.end;
    isOnly = false;
    if (offset >= box.end) continue;
    if (offset < box.start) return metadata(`${format} 的 ${path} 盒的头部`);
    if (type === 'mdat') return signal(`${format} 的媒体数据盒 ${path}`);
    const inside = containers.has(type) || /(?:^|\/)(?:udta|ilst)$/.test(list);
    if (type === 'uuid') return metadata(`${format} 的 ${path} 盒`);
    if (!inside || type === 'data') return metadata(`${format} 的 ${path} 盒${type === 'free' || type === 'skip' ? '（空闲）' : ''}`);
    const isFull = type === 'meta' && latin1(head, 8, 12) !== 'hdlr';
    if (offset < box.start + (isFull ? 4 : 0)) return metadata(`${format} 的 ${path} 盒`);
    return boxPart(source, { start: box.start + (isFull ? 4 : 0), end: box.end }, { offset, format, list: path });
  }
  if (list === '') return offset >= end ? appended(format) : unread(format);
  return isOnly || offset >= end ? metadata(`${format} 的 ${list} 盒`) : unread(format);
}

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'udta', 'meta', 'ilst', 'moof', 'traf', 'edts', '----']);

/** Elements of WebM and Matroska. Source: RFC 9559, 5. */
async function partOfMatroska(source: ByteSource, offset: number): Promise<FilePart> {
  return elementPart(source, { start: 0, end: source.sizeBytes }, { offset, format: 'WebM', list: '' });
}

async function elementPart(source: ByteSource, { start, end }: Part, { offset, format, list }: Wanted): Promise<FilePart> {
  let at = start;
  for (let count = 0; at < end && count < maxElements; count += 1) {
    const bytes = await source.read(at, 12);
    const element = elementAt(bytes, 0);
    const name = element && (elementNames.get(element.id) ?? (list === '' ? null : `0x${element.id.toString(16)}`));
    // What no id names is no element of this level: it was appended.
    if (!element || name === null) return list === '' || list === 'Segment' ? appended(format) : unread(format);
    const content = at + element.start;
    const stop = element.isUnknown ? end : content + element.size;
    const path = list === '' ? name : `${list}/${name}`;
    if (offset >= stop) {
      at = stop;
      continue;
    }
    if (/Cluster/.test(path)) return signal(`${format} 的媒体数据 ${path}`);
    if (offset >= content && parents.has(name))
      return elementPart(source, { start: content, end: Math.min(stop, end) }, { offset, format, list: path });
    return metadata(`${format} 的 ${path} 元素`);
  }
  return list === '' || list === 'Segment' ? appended(format) : unread(format);
}

const parents = new Set(['Segment', 'Info', 'Tracks', 'Tags', 'Tag', 'SimpleTag', 'Attachments', 'AttachedFile', 'Chapters']);

/** Metadata blocks, then frames. Source: RFC 9639, 8. */
async function partOfFlac(source: ByteSource, offset: number): Promise<FilePart> {
  for (let at = 4; at < source.sizeBytes; ) {
    const head = await source.read(at, 4);
    if (head.length < 4) return unread('FLAC');
    const end = at + 4 + (viewOf(head).getUint32(0) & 0xffffff);
    const type = (head[0] ?? 0) & 0x7f;
    if (offset < end) return metadata(`FLAC 的 ${flacBlocks[type] ?? `第 ${type} 类`} 块`);
    if (((head[0] ?? 0) & 0x80) !== 0) return tailPart(source, offset, 'FLAC');
    at = end;
  }
  return unread('FLAC');
}

const flacBlocks = ['STREAMINFO', 'PADDING', 'APPLICATION', 'SEEKTABLE', 'VORBIS_COMMENT', 'CUESHEET', 'PICTURE'];

/** Pages; the second packet of a stream holds its comments. Source: RFC 3533, 6. */
async function partOfOgg(source: ByteSource, offset: number): Promise<FilePart> {
  for (let at = 0; at < source.sizeBytes; ) {
    const head = await source.read(at, 27 + 255);
    if (latin1(head, 0, 4) !== 'OggS') return appended('Ogg');
    const segments = head[26] ?? 0;
    const size = head.subarray(27, 27 + segments).reduce((sum, one) => sum + one, 0);
    const [start, end] = [at + 27 + segments, at + 27 + segments + size];
    if (offset < end) {
      const page = latin1(await source.read(start, Math.min(size, 8)), 0, 8);
      return page === 'OpusTags' || page.startsWith('\x03vorbis') ? metadata('Ogg 的注释包（VORBIS_COMMENT）') : signal('Ogg 的声音数据');
    }
    at = end;
  }
  return unread('Ogg');
}

/** MP3 and AAC: an ID3v2 tag, frames, then further tags. Source: id3.org, ID3v2.4.0. */
async function partOfFrames(source: ByteSource, offset: number): Promise<FilePart> {
  const head = await source.read(0, 10);
  if (latin1(head, 0, 3) !== 'ID3') return tailPart(source, offset, 'MP3 或者 AAC');
  const size = 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  if (offset >= size) return tailPart(source, offset, 'MP3 或者 AAC');
  const tag = await source.read(0, Math.min(size, maxMetaBytes));
  for (let at = 10; at + 10 <= tag.length && (tag[at] ?? 0) >= 0x30; ) {
    const sizes = [4, 5, 6, 7].map((byte) => tag[at + byte] ?? 0);
    const length = sizes.reduce((sum, byte) => sum * (head[3] === 4 ? 128 : 256) + byte, 0);
    if (offset < at + 10 + length) return metadata(`ID3v2 标签的 ${fourLetters(tag, at)} 帧`);
    at += 10 + length;
  }
  return metadata('ID3v2 标签');
}

/** Behind the tags that precede it, sound does not say where it ends: only a tag at the very end is told from it. */
async function tailPart(source: ByteSource, offset: number, format: string): Promise<FilePart> {
  const tail = await source.read(Math.max(0, source.sizeBytes - 128), 128);
  const isTagged = latin1(tail, 0, 3) === 'TAG';
  if (isTagged && offset >= source.sizeBytes - 128) return metadata('ID3v1 标签');
  const near = await source.read(Math.max(0, offset - 65_536), Math.min(offset, 65_536));
  const ape = latin1(near, 0, near.length).lastIndexOf('APETAGEX');
  if (ape >= 0) return metadata(`APE 标签${quoted(partName(near.subarray(near.lastIndexOf(0, near.length - 2) + 1)))}`);
  return { kind: 'unknown', name: `${format} 的标签之后（声音数据中，或者附加在其后）` };
}

const maxMetaBytes = 1_048_576;
const maxElements = 100_000;
