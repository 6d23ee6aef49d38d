import { readExif, readExifParts, type StatedTime, type TimeOf } from './exif.ts';
import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { heifMetadata, heifType } from './heif.ts';
import { sniffImageOfAnySize } from './image.ts';
import { mp4MadeAt, mp4ZonedAt } from './mp4.ts';
import { isBrokenOffRecording, readRecording } from './recording.ts';
import { wavMadeLocal } from './wav.ts';
import { webmMadeAt } from './webm.ts';

/** Facts about a file, read from its bytes alone. */
export interface FileMetadata {
  /** Detected from the first bytes; null for an unsupported format. */
  readonly mediaType: string | null;
  readonly sizeBytes: number;
  /** Whole seconds; null for pictures, and if the file does not state a duration. */
  readonly seconds: number | null;
  /** A recording states more bytes than there are: its length is that of the whole, of which a part is missing. */
  readonly isBrokenOff?: true;
  /**
   * Creation time stated in the container (`mvhd` of ISO base media, DateUTC of WebM) read as UTC, RFC 3339; null if absent. Many cameras
   * write local time.
   */
  readonly containerAt: string | null;
  /** Creation time that the file states with its zone, RFC 3339; null if absent. */
  readonly zonedAt: string | null;
  /** `zonedAt` is known by the GPS clock alone, whose fix may be hours old. */
  readonly isZonedByGps?: true;
  /** `yyyy-MM-ddTHH:mm:ss` from EXIF, XMP or a WAV's `bext`, or `yyyy-MM-dd`, in an unnamed zone; null if absent. */
  readonly takenLocal: string | null;
  /** What the time in a picture is the time of, if not of the taking. */
  readonly timeOf?: Exclude<TimeOf, 'taken'>;
  /** The other times in a picture; absent if there are none. */
  readonly otherTimes?: readonly StatedTime[];
  /** The program named in a picture; empty if absent. */
  readonly software: string;
  /** The editor that left a mark in a picture; empty if there is none. */
  readonly editor: string;
  /** The programs named in a picture are the camera's own. */
  readonly isOfCamera?: true;
  /** The picture, or a part of it, is said to be made by an algorithm. */
  readonly isGenerated?: true;
}

/** Reads facts about a file from its untrusted bytes. Of a long file, only the beginning and the headers are read. */
export async function readFileMetadata(source: ByteSource): Promise<FileMetadata> {
  const head = await headOf(source);
  const media = await readRecording(source);
  const heif = heifType(head);
  const mediaType = media?.mediaType ?? sniffImageOfAnySize(head)?.mediaType ?? heif ?? documentType(head);
  const exif = heif ? readExifParts(await heifMetadata(source)) : mediaType?.startsWith('image/') === true ? readExif(head) : null;
  const isMovie = !heif && (/\/(?:mp4|quicktime)$/.test(media?.mediaType ?? '') || latin1(head, 4, 8) === 'ftyp');
  const filmedAt = isMovie ? await mp4ZonedAt(source) : null;
  return {
    mediaType,
    sizeBytes: source.sizeBytes,
    seconds: media?.seconds ?? null,
    ...(media && (await isBrokenOffRecording(source)) && { isBrokenOff: true }),
    containerAt:
      (isMovie ? await mp4MadeAt(source) : mediaType?.endsWith('/webm') === true ? await webmMadeAt(source) : null)?.toISOString() ?? null,
    zonedAt: filmedAt ?? (exif?.takenAt || null),
    ...(filmedAt === null && exif?.isByGps ? { isZonedByGps: true } : {}),
    takenLocal: (mediaType === 'audio/wav' ? await wavMadeLocal(source) : exif?.takenLocal) || null,
    ...(exif && exif.timeOf !== 'taken' && (exif.takenLocal || exif.takenAt) ? { timeOf: exif.timeOf } : {}),
    ...(exif?.others && { otherTimes: exif.others }),
    software: printable(exif?.software ?? ''),
    editor: printable(exif?.editor ?? ''),
    ...(exif?.isOfCamera && { isOfCamera: true }),
    ...(exif?.isGenerated && { isGenerated: true }),
  };
}

function documentType(head: Uint8Array): string | null {
  return latin1(head, 0, 5) === '%PDF-' ? 'application/pdf' : null;
}

/** Removes quotation marks and control characters, because the name is quoted in a sentence and must not imitate it. */
function printable(software: string): string {
  return software.replace(/[\p{C}“”]/gu, '').trim();
}

/** Programs write the metadata of a PNG or WebP after its picture. */
async function headOf(source: ByteSource): Promise<Uint8Array> {
  const head = await source.read(0, headBytes);
  const isPicture = latin1(head, 1, 4) === 'PNG' || latin1(head, 8, 12) === 'WEBP' || (head[0] === 0xff && head[1] === 0xd8);
  return isPicture && source.sizeBytes > headBytes ? source.read(0, pictureBytes) : head;
}

const headBytes = 262_144;
const pictureBytes = 16_777_216;
