import { latin1 } from '../tlog/bytes.ts';
import { mp3Seconds } from './mp3.ts';
import { isCompleteMp4, mp4Seconds } from './mp4.ts';
import { isCompleteWav, wavSeconds } from './wav.ts';
import { isCompleteWebm, webmSeconds } from './webm.ts';
import type { ByteSource } from './byte-source.ts';
import { placeOfWord, viewOf } from './places.ts';
import { isCompleteJpeg, isCompletePng, sniffImageOfAnySize } from './image.ts';

/** Format of a recording according to its own bytes. */
export interface RecordingMedia {
  readonly mediaType: string;
  /** Without a dot. */
  readonly suffix: string;
  /** Whole seconds; null for pictures, and if the file does not state a duration. */
  readonly seconds: number | null;
}

/** Reads format and duration of a recording from untrusted bytes: null for anything but MP4, MOV, M4A, WebM, MP3, WAV, JPEG and PNG. */
export async function readRecording(source: ByteSource): Promise<RecordingMedia | null> {
  const head = await source.read(0, headBytes);
  const kind = kindOf(head);
  if (!kind) return null;
  const seconds = kind.seconds ? await kind.seconds(source) : null;
  return { mediaType: kind.mediaType, suffix: kind.suffix, seconds: seconds === null ? null : wholeSeconds(seconds) };
}

/**
 * Whether a recording is complete: its format says that it ends here, or no recording begins like this. False while more bytes may follow,
 * and for formats that never state their end: MP3 and live recordings.
 */
export async function isCompleteRecording(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, headBytes);
  const kind = kindOf(head);
  return kind ? (kind.ends?.(source) ?? false) : head.length >= magicBytes && !beginsAsRecording(head);
}

// Camera metadata precedes the frame header of a JPEG.
const headBytes = 262_144;

interface Kind extends Omit<RecordingMedia, 'seconds'> {
  readonly seconds?: (source: ByteSource) => Promise<number | null>;
  readonly ends?: (source: ByteSource) => Promise<boolean>;
}

function kindOf(head: Uint8Array): Kind | null {
  const image = sniffImageOfAnySize(head);
  if (image?.mediaType === 'image/jpeg') return { mediaType: image.mediaType, suffix: 'jpg', ends: isCompleteJpeg };
  if (image?.mediaType === 'image/png') return { mediaType: image.mediaType, suffix: 'png', ends: isCompletePng };
  if (latin1(head, 4, 8) === 'ftyp') return isoKind(latin1(head, 8, 12));
  if (isWebm(head)) return { mediaType: 'video/webm', suffix: 'webm', seconds: webmSeconds, ends: isCompleteWebm };
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WAVE')
    return { mediaType: 'audio/wav', suffix: 'wav', seconds: wavSeconds, ends: isCompleteWav };
  return isMp3(head) ? { mediaType: 'audio/mpeg', suffix: 'mp3', seconds: mp3Seconds } : null;
}

/** Checks only the first bytes of each format, whatever follows. */
function beginsAsRecording(head: Uint8Array): boolean {
  const [opening, word, number] = [latin1(head, 0, 4), latin1(head, 4, 8), viewOf(head).getUint32(0)];
  return word === 'ftyp' || opening === 'RIFF' || number === 0x1a45dfa3 || number === 0x89504e47 || number >>> 16 === 0xffd8 || isMp3(head);
}

const magicBytes = 12;

/** ISO/IEC 14496-12, 4.3: the major brand. Pictures in the same container (HEIF, AVIF) are not accepted. */
function isoKind(brand: string): Kind | null {
  if (brand === 'qt  ') return { mediaType: 'video/quicktime', suffix: 'mov', seconds: mp4Seconds, ends: isCompleteMp4 };
  if (/^M4[AB] $/.test(brand)) return { mediaType: 'audio/mp4', suffix: 'm4a', seconds: mp4Seconds, ends: isCompleteMp4 };
  return /^(?:iso[\dm]|mp4[12]|avc1|M4V |MSNV|dash|mmp4|3gp\w|f4v )$/.test(brand)
    ? { mediaType: 'video/mp4', suffix: 'mp4', seconds: mp4Seconds, ends: isCompleteMp4 }
    : null;
}

/** RFC 8794: an EBML header with document type `webm`, not another Matroska type. */
function isWebm(head: Uint8Array): boolean {
  return head.length > 8 && viewOf(head).getUint32(0) === 0x1a45dfa3 && placeOfWord(head.subarray(0, 64), '\x42\x82\x84webm') >= 0;
}

/** An ID3 tag, or a frame of MPEG layer III. */
function isMp3(head: Uint8Array): boolean {
  if (latin1(head, 0, 3) === 'ID3') return head.length > 10;
  return head.length > 4 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
}

function wholeSeconds(seconds: number): number | null {
  const whole = Math.round(seconds);
  return Number.isSafeInteger(whole) && whole >= 0 && whole <= longestSeconds ? whole : null;
}

/** One year; a larger number is invalid. */
const longestSeconds = 31_536_000;
