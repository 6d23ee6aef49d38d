import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import type { Tracks } from './mp4-tracks.ts';
import { viewOf, wholeNumber } from './places.ts';

/** Duration of a WebM from its segment info; null if absent, as in live recordings of browsers. Source: RFC 9559, 5.1.2. */
export async function webmSeconds(source: ByteSource): Promise<number | null> {
  const bytes = await source.read(0, headBytes);
  const segment = findElement(bytes, segmentId, 0, bytes.length);
  const info = segment && findElement(bytes, infoId, segment.start, segment.end);
  const duration = info && findElement(bytes, durationId, info.start, info.end);
  if (!info || !duration) return null;
  const [length, view] = [duration.end - duration.start, viewOf(bytes)];
  const ticks = length === 4 ? view.getFloat32(duration.start) : length === 8 ? view.getFloat64(duration.start) : Number.NaN;
  const scale = findElement(bytes, scaleId, info.start, info.end);
  const nanoseconds = scale && scale.end - scale.start <= 6 ? wholeNumber(bytes.subarray(scale.start, scale.end)) : 1_000_000;
  const seconds = (ticks * nanoseconds) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** DateUTC of the segment info: nanoseconds from 2001; null if absent. Source: RFC 9559, 5.1.2.11. */
export async function webmMadeAt(source: ByteSource): Promise<Date | null> {
  const bytes = await source.read(0, headBytes);
  const segment = findElement(bytes, segmentId, 0, bytes.length);
  const info = segment && findElement(bytes, infoId, segment.start, segment.end);
  const date = info && findElement(bytes, dateId, info.start, info.end);
  if (date?.end !== (date?.start ?? 0) + 8) return null;
  return new Date(from2001 + Math.round(Number(viewOf(bytes).getBigInt64(date.start)) / 1e6));
}

const from2001 = Date.UTC(2001, 0);

/** Whether the segment, the file's second element, ends with the bytes. False if its size is unknown, as in live recordings of browsers. */
export async function isCompleteWebm(source: ByteSource): Promise<boolean> {
  return (await segmentEnd(source)) === source.sizeBytes;
}

/** Whether the segment states more bytes than there are. */
export async function isCutWebm(source: ByteSource): Promise<boolean> {
  return ((await segmentEnd(source)) ?? 0) > source.sizeBytes;
}

async function segmentEnd(source: ByteSource): Promise<number | null> {
  const bytes = await source.read(0, headBytes);
  const head = elementAt(bytes, 0);
  const segment = head && elementAt(bytes, head.start + head.size);
  return segment?.id === segmentId && !segment.isUnknown ? segment.start + segment.size : null;
}

/**
 * What the tracks of a WebM or Matroska file hold, from the first bytes; null if they are not among these. Source: RFC 9559, 5.1.4.1.3.
 */
export function webmTracks(bytes: Uint8Array): Tracks | null {
  const segment = findElement(bytes, segmentId, 0, bytes.length);
  const tracks = segment && findElement(bytes, tracksId, segment.start, segment.end);
  if (!tracks) return null;
  const types = new Set<number>();
  for (let at = tracks.start; at < tracks.end; ) {
    const entry = elementAt(bytes, at);
    if (!entry) break;
    at = entry.start + entry.size;
    const type = entry.id === entryId ? findElement(bytes, typeId, entry.start, Math.min(at, tracks.end)) : null;
    if (type) types.add(wholeNumber(bytes.subarray(type.start, Math.min(type.end, type.start + 6))));
  }
  // 3 is both at once.
  if (types.size === 0 || types.has(1) || types.has(3)) return types.size === 0 ? null : 'film';
  return types.has(2) ? 'sound' : 'neither';
}

const tracksId = 0x1654ae6b;
const entryId = 0xae;
const typeId = 0x83;

/** The document type that the EBML header states; null if the bytes do not begin with one. Source: RFC 8794, 11.2.4. */
export function documentType(bytes: Uint8Array): string | null {
  const head = elementAt(bytes, 0);
  if (head?.id !== headId) return null;
  const type = findElement(bytes, documentTypeId, head.start, Math.min(bytes.length, head.start + head.size));
  return type && latin1(bytes, type.start, Math.min(type.end, type.start + 64)).replace(/\0+$/, '');
}

const headId = 0x1a45dfa3;
const documentTypeId = 0x4282;

/** The segment info precedes the first cluster. */
const headBytes = 65_536;
const segmentId = 0x18538067;
const infoId = 0x1549a966;
const dateId = 0x4461;
const scaleId = 0x2ad7b1;
const durationId = 0x4489;

/** Names of the elements that hold what people write, and of those around them. Source: RFC 9559, 5.1; RFC 8794, 11.3. */
export const elementNames: ReadonlyMap<number, string> = new Map([
  [headId, 'EBML'],
  [segmentId, 'Segment'],
  [infoId, 'Info'],
  [0xec, 'Void'],
  [0xbf, 'CRC-32'],
  [0x114d9b74, 'SeekHead'],
  [tracksId, 'Tracks'],
  [0x1f43b675, 'Cluster'],
  [0x1c53bb6b, 'Cues'],
  [0x1043a770, 'Chapters'],
  [0x1941a469, 'Attachments'],
  [0x61a7, 'AttachedFile'],
  [0x1254c367, 'Tags'],
  [0x7373, 'Tag'],
  [0x67c8, 'SimpleTag'],
  [0x45a3, 'TagName'],
  [0x4487, 'TagString'],
  [0x7ba9, 'Title'],
  [0x4d80, 'MuxingApp'],
  [0x5741, 'WritingApp'],
]);

/** The first element with this id, starting at `at`. An element of unknown size extends to the end. */
function findElement(bytes: Uint8Array, wanted: number, at: number, end: number): { start: number; end: number } | null {
  let next = at;
  while (next < end) {
    const element = elementAt(bytes, next);
    if (!element) return null;
    const { start, size, isUnknown } = element;
    const stop = isUnknown ? end : Math.min(end, start + size);
    if (element.id === wanted) return start < stop ? { start, end: stop } : null;
    next = stop;
  }
  return null;
}

/** Reads the header of an element; its content begins at `start`. */
export function elementAt(bytes: Uint8Array, at: number): { id: number; start: number; size: number; isUnknown: boolean } | null {
  const id = readNumber(bytes, at, true);
  const size = id && readNumber(bytes, at + id.length, false);
  return size && { id: id.value, start: at + id.length + size.length, size: size.value, isUnknown: size.isUnknown };
}

/** RFC 8794, 4: the first byte of a number determines its length; an id keeps its length marker. */
function readNumber(bytes: Uint8Array, at: number, keepsMarker: boolean): { value: number; length: number; isUnknown: boolean } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > (keepsMarker ? 4 : 8) || at + length > bytes.length) return null;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let i = 1; i < length; i += 1) {
    const byte = bytes[at + i] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, isUnknown: isUnknown && !keepsMarker };
}
