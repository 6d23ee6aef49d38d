import { latin1 } from '../bytes/bytes.ts';
import { pictureFormat, typeBrands } from './iso-brands.ts';
import { behindTags, isCutMp3, isLayerThree, mayBeginMp3, mp3Seconds } from './mp3.ts';
import { hasMovieHeader, holdsMovie, isBrokenOffMp4, isCompleteMp4, mp4Seconds } from './mp4.ts';
import { isCutMp4 } from './mp4-samples.ts';
import { mp4Tracks, type Tracks } from './mp4-tracks.ts';
import { isMotionJpeg } from './motion-jpeg.ts';
import { isCompleteWav, wavSeconds } from './wav.ts';
import { unsupportedFormat } from './unsupported.ts';
import { documentType, isCompleteWebm, isCutWebm, webmSeconds, webmTracks } from './webm.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf } from './places.ts';
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
  const head = await headOf(source);
  const kind = kindOf(head);
  if (!kind || (kind.needs && !(await kind.needs(source)))) return null;
  // Recorders of sound write the types of films, and films may have that of sound.
  const tracks = (await kind.tracks?.(source, head)) ?? null;
  if (tracks === 'neither') return null;
  const seconds = kind.seconds ? await kind.seconds(source) : null;
  const { mediaType, suffix } = (tracks && kind.held?.[tracks]) ?? kind;
  return { mediaType, suffix, seconds: seconds === null ? null : wholeSeconds(seconds) };
}

/**
 * Whether a recording is complete: its format says that it ends here, or no recording begins like this. False while more bytes may follow,
 * and for formats that never state their end: MP3 and live recordings.
 */
export async function isCompleteRecording(source: ByteSource): Promise<boolean> {
  const head = await headOf(source);
  const kind = kindOf(head);
  return kind ? (kind.ends?.(source) ?? false) : head.length >= magicBytes && !beginsAsRecording(head);
}

/** Whether a recording states more bytes than the file has. False for a format that states none, and where it stopped between two parts. */
export async function isBrokenOffRecording(source: ByteSource): Promise<boolean> {
  return (await kindOf(await headOf(source))?.lacks?.(source)) ?? false;
}

/** Whether a file begins as a film and has no index, so that nothing of it can be played. */
export async function isBrokenOffMovie(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, headBytes);
  return (latin1(head, 4, 8) === 'ftyp' || isBareMovie(head)) && unsupportedFormat(head) === null && isBrokenOffMp4(source);
}

/** Colour profiles, depth maps and second pictures before the frame header of a JPEG take megabytes. */
async function headOf(source: ByteSource): Promise<Uint8Array> {
  const head = await source.read(0, headBytes);
  return isJpeg(head) && !sniffImageOfAnySize(head) && source.sizeBytes > headBytes ? source.read(0, jpegHeadBytes) : head;
}

/** Frames of a film without a container are pictures too. */
async function isOnePicture(source: ByteSource): Promise<boolean> {
  return !isMotionJpeg(await source.read(0, jpegHeadBytes));
}

const headBytes = 262_144;
const jpegHeadBytes = 16_777_216;

type Type = Omit<RecordingMedia, 'seconds'>;

interface Kind extends Type {
  readonly tracks?: (source: ByteSource, head: Uint8Array) => Promise<Tracks | null>;
  /** The type of a file by what its tracks hold. */
  readonly held?: Readonly<Record<'film' | 'sound', Type>>;
  readonly seconds?: (source: ByteSource) => Promise<number | null>;
  /** What the first bytes alone do not show. */
  readonly needs?: (source: ByteSource) => Promise<boolean>;
  readonly ends?: (source: ByteSource) => Promise<boolean>;
  /** Whether it states bytes that the file has not. */
  readonly lacks?: (source: ByteSource) => Promise<boolean>;
}

function kindOf(head: Uint8Array): Kind | null {
  const image = sniffImageOfAnySize(head);
  if (image?.mediaType === 'image/jpeg') return { mediaType: image.mediaType, suffix: 'jpg', needs: isOnePicture, ends: isCompleteJpeg };
  if (image?.mediaType === 'image/png') return { mediaType: image.mediaType, suffix: 'png', ends: isCompletePng };
  if (latin1(head, 4, 8) === 'ftyp') return isoKind(head);
  if (isBareMovie(head)) return bareKind(head);
  if (isWebm(head)) return webm;
  if (isWaveOpening(head) && latin1(head, 8, 12) === 'WAVE')
    return { mediaType: 'audio/wav', suffix: 'wav', seconds: wavSeconds, ends: isCompleteWav };
  return head.length > 4 && mayBeginMp3(head)
    ? { mediaType: 'audio/mpeg', suffix: 'mp3', needs: isMp3Only, seconds: mp3Seconds, lacks: isCutMp3 }
    : null;
}

/**
 * Whether the first bytes of a file may begin a recording, whatever follows. True while there are too few of them to tell.
 */
export function mayBeginRecording(head: Uint8Array): boolean {
  return head.length < magicBytes || beginsAsRecording(head);
}

/** Checks only the first bytes of each format, whatever follows. */
function beginsAsRecording(head: Uint8Array): boolean {
  if (unsupportedFormat(head)) return false;
  return (
    latin1(head, 4, 8) === 'ftyp' ||
    (isWaveOpening(head) && latin1(head, 8, 12) === 'WAVE') ||
    viewOf(head).getUint32(0) === 0x89504e47 ||
    // Undecided while the document type has not come in whole.
    (viewOf(head).getUint32(0) === 0x1a45dfa3 && 'webm'.startsWith(documentType(head) ?? '')) ||
    isJpeg(head) ||
    isBareMovie(head) ||
    mayBeginMp3(head)
  );
}

/** RF64 (EBU Tech 3306) is a WAV of more than 4 GB. */
function isWaveOpening(head: Uint8Array): boolean {
  return ['RIFF', 'RF64'].includes(latin1(head, 0, 4));
}

const magicBytes = 12;

const webm: Kind = {
  mediaType: 'video/webm',
  suffix: 'webm',
  seconds: webmSeconds,
  tracks: async (_, head) => webmTracks(head),
  held: { film: { mediaType: 'video/webm', suffix: 'webm' }, sound: { mediaType: 'audio/webm', suffix: 'webm' } },
  ends: isCompleteWebm,
  lacks: isCutWebm,
};

const movie = { seconds: mp4Seconds, tracks: mp4Tracks, ends: isCompleteMp4, lacks: isCutMp4 };
const [mp4, m4a] = [
  { mediaType: 'video/mp4', suffix: 'mp4' },
  { mediaType: 'audio/mp4', suffix: 'm4a' },
];
const mov = { mediaType: 'video/quicktime', suffix: 'mov' };
/** No type of sound is registered for QuickTime; programs that play MP4 play it under that type. */
const quickTime: Kind = { ...mov, ...movie, held: { film: mov, sound: { ...mov, mediaType: m4a.mediaType } } };

/** Films are known by their boxes, because makers write brands of their own. Pictures in the same container are not accepted. */
function isoKind(head: Uint8Array): Kind | null {
  const brands = typeBrands(head);
  const [major = ''] = brands;
  if (pictureFormat(brands)) return null;
  if (major === 'qt  ') return { ...quickTime, needs: holdsMovie };
  return { ...(/^M4[AB] $/.test(major) ? m4a : mp4), ...movie, needs: holdsMovie, held: { film: mp4, sound: m4a } };
}

/**
 * A QuickTime film of before 2001, or of a camera that writes no file type, or writes something before it. Source: QuickTime File Format,
 * *Movie atoms*, *Free space atoms*, *Preview atoms*.
 */
function isBareMovie(head: Uint8Array): boolean {
  return ['moov', 'mdat', 'wide', 'skip', 'free', 'junk', 'pnot', 'PICT', 'pict', 'udta', 'uuid'].includes(latin1(head, 4, 8));
}

/** A film whose file type comes later has that type. A film has its header, other bytes have not. */
function bareKind(head: Uint8Array): Kind | null {
  for (let at = 0; at + 12 <= head.length; ) {
    const size = viewOf(head).getUint32(at);
    const behind = head.subarray(at);
    if (latin1(behind, 4, 8) === 'ftyp') {
      const kind = isoKind(behind);
      return kind && { ...kind, needs: hasMovieHeader };
    }
    if (size < 8) break;
    at += size;
  }
  return { ...quickTime, needs: hasMovieHeader };
}

function isJpeg(head: Uint8Array): boolean {
  return head[0] === 0xff && head[1] === 0xd8;
}

/** RFC 8794: an EBML header with document type `webm`, not another Matroska type. Some writers pad the name with zeros. */
function isWebm(head: Uint8Array): boolean {
  return documentType(head) === 'webm';
}

/** Whether no other format has the tags of an MP3. */
async function isMp3Only(source: ByteSource): Promise<boolean> {
  const content = await source.read(await behindTags(source), 1024);
  return unsupportedFormat(content) === null && isLayerThree(source);
}

function wholeSeconds(seconds: number): number | null {
  const whole = Math.round(seconds);
  return Number.isSafeInteger(whole) && whole >= 0 && whole <= longestSeconds ? whole : null;
}

/** One year; a larger number is invalid. */
const longestSeconds = 31_536_000;
