import { latin1 } from '../tlog/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf } from './places.ts';

/**
 * Duration of an MP4, MOV or M4A from its movie header, wherever it is in the file; null if there is none. Source: ISO/IEC 14496-12, 8.2.2.
 */
export async function mp4Seconds(source: ByteSource): Promise<number | null> {
  const header = await movieHeader(source);
  if (!header) return null;
  const isLong = header.getUint8(0) === 1;
  const scale = header.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16);
  // Fragmented files have 0 here; all ones means unknown.
  return scale === 0 || duration === 0 || (!isLong && duration === 0xffffffff) ? null : duration / scale;
}

/** Creation time in the movie header; null if it is unset or before 1970. Source: as `mp4Seconds`. */
export async function mp4MadeAt(source: ByteSource): Promise<Date | null> {
  const header = await movieHeader(source);
  if (!header) return null;
  const seconds = (header.getUint8(0) === 1 ? Number(header.getBigUint64(4)) : header.getUint32(4)) - secondsFrom1904;
  return seconds > 0 && seconds < latestSeconds ? new Date(seconds * 1000) : null;
}

const secondsFrom1904 = 2_082_844_800;
/** The year 10000; later times are invalid. */
const latestSeconds = 253_402_300_800;

async function movieHeader(source: ByteSource): Promise<DataView | null> {
  const movie = await findBox(source, 'moov', { start: 0, end: source.sizeBytes });
  const header = movie && (await findBox(source, 'mvhd', movie));
  const bytes = header && (await source.read(header.start, 32));
  return bytes?.length === 32 ? viewOf(bytes) : null;
}

/**
 * Whether the boxes end exactly at the end of the bytes and the file has all boxes that a movie needs. False for fragmented files, because
 * more fragments may always follow.
 */
export async function isCompleteMp4(source: ByteSource): Promise<boolean> {
  const types = new Set<string>();
  let end = 0;
  for await (const box of boxesOf(source, { start: 0, end: source.sizeBytes })) {
    if (box.isUntilEnd || box.type === 'moof') return false;
    types.add(box.type);
    end = box.end;
  }
  return end === source.sizeBytes && types.has('moov') && types.has('mdat');
}

interface Part {
  readonly start: number;
  readonly end: number;
}

async function findBox(source: ByteSource, type: string, parent: Part): Promise<Part | null> {
  for await (const box of boxesOf(source, parent)) if (box.type === type) return box;
  return null;
}

interface Box extends Part {
  readonly type: string;
  /** Whether the box has no length of its own and extends to the end. */
  readonly isUntilEnd: boolean;
}

/**
 * Yields the boxes up to the first that is broken or incomplete. Every iteration advances by at least a box header, so a file of only empty
 * boxes terminates too.
 */
async function* boxesOf(source: ByteSource, parent: Part): AsyncGenerator<Box> {
  let at = parent.start;
  for (let boxes = 0; boxes < maxBoxes && at + 8 <= parent.end; boxes += 1) {
    const head = await source.read(at, 16);
    if (head.length < 8) return;
    const short = viewOf(head).getUint32(0);
    const isLong = short === 1 && head.length === 16;
    const size = short === 0 ? parent.end - at : isLong ? Number(viewOf(head).getBigUint64(8)) : short;
    const headSize = isLong ? 16 : 8;
    if (size < headSize || at + size > parent.end) return;
    yield { type: latin1(head, 4, 8), start: at + headSize, end: at + size, isUntilEnd: short === 0 };
    at += size;
  }
}

// A fragmented recording of hours has thousands of boxes, and each costs a read.
const maxBoxes = 500;
