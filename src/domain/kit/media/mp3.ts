import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { placeOfWord, viewOf } from './places.ts';

/**
 * Duration of an MP3, from the frame count that encoders write into the first frame, else from its bit rate, if it has one. Source:
 * ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3.
 */
export async function mp3Seconds(source: ByteSource): Promise<number | null> {
  const start = await behindTags(source);
  const bytes = await source.read(start, 4096);
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    const frame = frameAt(bytes, at);
    if (!frame) continue;
    const frames = countedFrames(bytes.subarray(at, at + 200));
    if (frames !== null) return (frames * frame.samples) / frame.samplesPerSecond;
    return (await hasOneRate(source, start + at, frame)) ? ((source.sizeBytes - start - at) * 8) / frame.bitsPerSecond : null;
  }
  return null;
}

/** Whether the first frame counts more bytes than there are. Some writers leave the frame itself out. */
export async function isCutMp3(source: ByteSource): Promise<boolean> {
  const start = await behindTags(source);
  const bytes = await source.read(start, 4096);
  const at = bytes.findIndex((_, place) => frameAt(bytes, place) !== null);
  const counted = at < 0 ? null : countedBytes(bytes.subarray(at, at + 200));
  return counted !== null && counted > source.sizeBytes - start - at + mostDifference;
}

/** The largest frame has 1441. */
const mostDifference = 1441;

/**
 * Whether all frames have the bit rate of the first: those at several places do, and begin where as many frames of it end, which others
 * between them move. A frame counts only if another follows it.
 */
async function hasOneRate(source: ByteSource, start: number, first: Frame): Promise<boolean> {
  const bytesLeft = source.sizeBytes - start;
  const exact = (first.samples * first.bitsPerSecond) / 8 / first.samplesPerSecond;
  // Some encoders never pad a frame.
  const sizes = [exact, Math.floor(exact)];
  for (let place = 0; place <= places; place += 1) {
    const from = Math.max(0, Math.min(Math.floor((bytesLeft * place) / places), bytesLeft - windowBytes));
    const bytes = await source.read(start + from, windowBytes);
    for (let at = 0; at + 4 <= bytes.length; ) {
      const frame = frameAt(bytes, at);
      const isFollowed = frame !== null && frameAt(bytes, at + frame.sizeBytes) !== null;
      if (isFollowed && frame.bitsPerSecond !== first.bitsPerSecond) return false;
      if (isFollowed && !sizes.some((size) => isMultiple(from + at, size))) return false;
      at += isFollowed ? frame.sizeBytes : 1;
    }
  }
  return true;
}

/** But for the padding of single bytes. */
function isMultiple(offset: number, size: number): boolean {
  return Math.abs(offset - Math.round(offset / size) * size) <= 2;
}

const windowBytes = 8192;
const places = 16;

/**
 * Whether frames of layer III follow the tags: three in a row, two cut off at the end, or a single one. Behind padding or an APE tag, with
 * which other files begin too, they come at once; else a cut frame or other bytes may lie before them.
 */
export async function isLayerThree(source: ByteSource): Promise<boolean> {
  const bytes = await source.read(await behindTags(source), 65_536);
  const begin = await source.read(0, 3);
  if (begin[0] === 0xff || latin1(begin, 0, 3) === 'ID3') return bytes.some((byte, at) => byte === 0xff && hasFramesAt(bytes, at));
  return hasFramesAt(bytes, zerosIn(bytes));
}

function hasFramesAt(bytes: Uint8Array, start: number): boolean {
  for (let [at, frames] = [start, 0]; frames < 3; frames += 1) {
    if (frames === 2 ? at >= bytes.length : at === bytes.length && frames === 1) return true;
    const frame = frameAt(bytes, at);
    if (!frame) return false;
    at += frame.sizeBytes;
  }
  return true;
}

function isSync(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xe6) === 0xe2;
}

/**
 * Whether a frame of layer I or II begins here, and another behind it if that far was read: an MP2, which has the same sync word. Source:
 * ISO/IEC 11172-3, 2.4.2.3.
 */
export function beginsOtherLayer(head: Uint8Array): boolean {
  const size = otherLayerBytes(head, 0);
  if (size === null) return false;
  return size + 4 > head.length ? head.length >= 1024 : otherLayerBytes(head, size) !== null;
}

function otherLayerBytes(bytes: Uint8Array, at: number): number | null {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const layer = 4 - ((kind >> 1) & 3); // 4 is none
  const version = (kind >> 3) & 3;
  const rate = sampleRates[(rates >> 2) & 3];
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (layer !== 1 && layer !== 2) || version === 1 || rate === undefined) return null;
  const kilobits = (version !== 3 ? (layer === 1 ? lowRates1 : bitRates2) : layer === 1 ? highRates1 : highRates2)[rates >> 4];
  if (!kilobits) return null;
  const perSecond = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (rates >> 1) & 1;
  return layer === 1 ? (Math.floor((12_000 * kilobits) / perSecond) + padding) * 4 : Math.floor((144_000 * kilobits) / perSecond) + padding;
}

/** Whether a file may begin as an MP3: with a tag or a frame, also behind zeros. True while there are too few bytes to tell. */
export function mayBeginMp3(head: Uint8Array): boolean {
  const zeros = zerosIn(head);
  if (zeros === head.length) return zeros <= maxPadding;
  const rest = head.subarray(zeros, zeros + 8);
  const word = latin1(rest, 0, 8);
  return zeros <= maxPadding && (isSync(rest, 0) || [...tagWords, '\xff'].some((tag) => word.startsWith(tag) || tag.startsWith(word)));
}

/** Where the content begins, behind padding and tags. Of these some programs write one before another. */
export async function behindTags(source: ByteSource): Promise<number> {
  let at = paddingIn(await source.read(0, maxPadding + 8));
  for (let tags = 0; tags < maxTags; tags += 1) {
    const size = tagBytes(await source.read(at, 32));
    if (size === 0) break;
    at += size;
  }
  return at;
}

/** The same of the first bytes of a file; their length if it is not among them. */
export function behindTagsIn(head: Uint8Array): number {
  return Math.min(endOfTags(head), head.length);
}

/** Where the tags end that begin among the first bytes of a file; more may begin there. */
export function endOfTags(head: Uint8Array): number {
  let at = paddingIn(head.subarray(0, maxPadding + 8));
  for (let [tags, size] = [0, 1]; tags < maxTags && size > 0; tags += 1) at += size = tagBytes(head.subarray(at, at + 32));
  return at;
}

const maxTags = 8;
/** What encoders and splitters of streams leave before the first frame. */
const maxPadding = 65_536;
const tagWords = ['ID3', 'APETAGEX'];

/** Zeros before a tag or a frame. Other zeros belong to what follows them, as in the length of a box. */
function paddingIn(head: Uint8Array): number {
  const zeros = zerosIn(head);
  const word = latin1(head, zeros, zeros + 8);
  const isFrame = head[zeros] === 0xff && ((head[zeros + 1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || tagWords.some((tag) => word.startsWith(tag)) ? zeros : 0;
}

function zerosIn(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length : first;
}

/**
 * An ID3v2 tag has a header of ten bytes, whose size has seven bits in each byte, and perhaps a footer. Source: ID3v2.4, 3.1, 3.4. An APE
 * tag before the content has a header of 32 bytes, which its size leaves out. Source: APEv2 specification, *APE Tags Header*.
 */
function tagBytes(head: Uint8Array): number {
  if (head.length >= 32 && latin1(head, 0, 8) === 'APETAGEX') return 32 + viewOf(head).getUint32(12, true);
  if (head.length < 10 || latin1(head, 0, 3) !== 'ID3') return 0;
  const content = head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
  return 10 + content + (((head[5] ?? 0) & 0x10) === 0 ? 0 : 10);
}

interface Frame {
  readonly bitsPerSecond: number;
  readonly samplesPerSecond: number;
  readonly samples: number;
  readonly sizeBytes: number;
}

function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return null;
  const version = (kind >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const rate = sampleRates[(rates >> 2) & 3];
  const kilobits = (version === 3 ? bitRates1 : bitRates2)[rates >> 4];
  if (version === 1 || rate === undefined || kilobits === undefined || kilobits === 0) return null;
  const [bitsPerSecond, samplesPerSecond] = [kilobits * 1000, rate / (version === 3 ? 1 : version === 2 ? 2 : 4)];
  const samples = version === 3 ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  return { bitsPerSecond, samplesPerSecond, samples, sizeBytes: Math.floor((samples * bitsPerSecond) / 8 / samplesPerSecond) + padding };
}

/** The frame count in the `Xing`, `Info` or `VBRI` header that encoders write into the first frame; 0 where one was stopped before. */
function countedFrames(frame: Uint8Array): number | null {
  if (latin1(frame, 36, 40) === 'VBRI' && frame.length >= 54) return viewOf(frame).getUint32(50) || null;
  const at = [placeOfWord(frame, 'Xing'), placeOfWord(frame, 'Info')].find((found) => found > 0);
  if (at === undefined || at + 12 > frame.length) return null;
  const head = viewOf(frame);
  return (head.getUint32(at + 4) & 1) === 0 ? null : head.getUint32(at + 8) || null;
}

/** The byte count of the same headers; null if there is none. */
function countedBytes(frame: Uint8Array): number | null {
  const head = viewOf(frame);
  if (latin1(frame, 36, 40) === 'VBRI' && frame.length >= 54) return head.getUint32(46) || null;
  const at = [placeOfWord(frame, 'Xing'), placeOfWord(frame, 'Info')].find((found) => found > 0);
  if (at === undefined || at + 16 > frame.length) return null;
  const flags = head.getUint32(at + 4);
  return (flags & 2) === 0 ? null : head.getUint32(at + 8 + (flags & 1) * 4) || null;
}

const sampleRates = [44_100, 48_000, 32_000];
const bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** Of layer I and II: the higher rates, of MPEG-1, and the lower ones of layer I; those of layer II are `bitRates2`. */
const highRates1 = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];
const highRates2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const lowRates1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
const bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
