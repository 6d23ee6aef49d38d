import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { boxesOf, findBox, type Part } from './mp4-boxes.ts';
import { fragmentsSeconds } from './mp4-fragments.ts';
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
  const seconds = scale === 0 || (!isLong && duration === 0xffffffff) ? null : duration / scale; // all ones means unknown
  // Of a film in fragments the header states nothing, or how long the part before them is.
  const movie = await findBox(source, 'moov', { start: 0, end: source.sizeBytes });
  const extended = movie && (await findBox(source, 'mvex', movie));
  if (!movie || !extended) return seconds === 0 ? null : seconds;
  const stated = scale === 0 ? 0 : await statedDuration(source, extended);
  if (stated > 0) return stated / scale;
  return (await fragmentsSeconds(source, movie, (seconds ?? 0) > 0)) ?? (seconds === 0 ? null : seconds);
}

/** Duration with all fragments in the movie's time scale; 0 if it is not stated. Source: ISO/IEC 14496-12, 8.8.2. */
async function statedDuration(source: ByteSource, extended: Part): Promise<number> {
  const header = await findBox(source, 'mehd', extended);
  const bytes = header && (await source.read(header.start, 12));
  if (!bytes || bytes.length < 8) return 0;
  return bytes[0] === 1 && bytes.length === 12 ? Number(viewOf(bytes).getBigUint64(4)) : viewOf(bytes).getUint32(4);
}

/** Creation time in the movie header; null if it is unset or before 1970. Source: as `mp4Seconds`. */
export async function mp4MadeAt(source: ByteSource): Promise<Date | null> {
  const header = await movieHeader(source);
  if (!header) return null;
  const seconds = (header.getUint8(0) === 1 ? Number(header.getBigUint64(4)) : header.getUint32(4)) - secondsFrom1904;
  return seconds > 0 && seconds < latestSeconds ? new Date(seconds * 1000) : null;
}

/**
 * The instant that the camera wrote with its zone, RFC 3339 (`com.apple.quicktime.creationdate`, `©day`); null if there is none. Source:
 * QuickTime File Format, *Metadata*, *User data atoms*.
 */
export async function mp4ZonedAt(source: ByteSource): Promise<string | null> {
  const movie = await findBox(source, 'moov', { start: 0, end: source.sizeBytes });
  const user = movie && (await findBox(source, 'udta', movie));
  for (const holder of [movie, user]) {
    const at = holder && (await metadataDate(source, holder));
    if (at) return at;
  }
  // A text of user data has its length and language first.
  const day = user && (await findBox(source, '©day', user));
  return day && zonedInstant(await textOf(source, day, 4));
}

async function metadataDate(source: ByteSource, holder: Part): Promise<string | null> {
  const meta = await findBox(source, 'meta', holder);
  if (!meta || meta.end - meta.start > maxMetaBytes) return null;
  // ISO base media puts a version before the boxes, QuickTime does not.
  const isFull = latin1(await source.read(meta.start, 8), 4, 8) !== 'hdlr';
  const inside = { start: meta.start + (isFull ? 4 : 0), end: meta.end };
  const [keys, list] = [await findBox(source, 'keys', inside), await findBox(source, 'ilst', inside)];
  if (!list) return null;
  const index = keys && keyIndex(await source.read(keys.start, keys.end - keys.start), 'com.apple.quicktime.creationdate');
  for await (const item of boxesOf(source, list)) {
    const name = await source.read(item.start - 4, 4);
    if (item.type !== '©day' && (index === null || viewOf(name).getUint32(0) !== index)) continue;
    const data = await findBox(source, 'data', item);
    return data && zonedInstant(await textOf(source, data, 8));
  }
  return null;
}

/** The text of a box after `skipped` bytes. */
async function textOf(source: ByteSource, { start, end }: Part, skipped: number): Promise<string> {
  return latin1(await source.read(start + skipped, Math.max(0, Math.min(64, end - start - skipped))), 0, 64);
}

const maxMetaBytes = 1_048_576;

/** Keys are counted from 1. */
function keyIndex(bytes: Uint8Array, wanted: string): number | null {
  if (bytes.length < 8) return null;
  const view = viewOf(bytes);
  for (let [at, index] = [8, 1]; at + 8 <= bytes.length; index += 1) {
    const size = view.getUint32(at);
    if (size < 8) return null;
    if (latin1(bytes, at + 4, at + size) === `mdta${wanted}`) return index;
    at += size;
  }
  return null;
}

/** Null for a time without a zone. */
function zonedInstant(text: string): string | null {
  const read = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:Z|([+-]\d\d):?(\d\d))/.exec(text);
  const at = read && new Date(`${read[1]}${read[2] === undefined ? 'Z' : `${read[2]}:${read[3]}`}`);
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** Whether there is a movie header at all. */
export async function hasMovieHeader(source: ByteSource): Promise<boolean> {
  return (await movieHeader(source)) !== null;
}

/** Whether a file has the whole box without which nothing of a film can be played. */
export async function holdsMovie(source: ByteSource): Promise<boolean> {
  return (await findBox(source, 'moov', { start: 0, end: source.sizeBytes })) !== null;
}

/** Whether a file has the data of a film, or a part of its index, as a recorder leaves them that was switched off. */
export async function isBrokenOffMp4(source: ByteSource): Promise<boolean> {
  const types = new Set<string>();
  for await (const { type } of boxesOf(source, { start: 0, end: Number.MAX_SAFE_INTEGER })) types.add(type);
  return ['mdat', 'moof', 'moov'].some((type) => types.has(type)) && !types.has('meta') && !(await holdsMovie(source));
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
