import { readExif } from '../hints/exif.ts';
import type { ByteSource } from './byte-source.ts';
import { sniffImageOfAnySize } from './image.ts';
import { mp4MadeAt } from './mp4.ts';
import { latin1 } from './places.ts';
import { readRecording } from './recording.ts';

/** What a file says of itself, read from its bytes alone. */
export interface OwnSigns {
  /** By its first bytes; null for a format that is not read. */
  readonly mediaType: string | null;
  readonly sizeBytes: number;
  /** Whole seconds; null for pictures, and where the file does not say it. */
  readonly seconds: number | null;
  /** When its container says that it was made (ISO base media `mvhd`), RFC 3339; null where it does not say. */
  readonly containerAt: string | null;
  /** `yyyy-MM-dd`, from EXIF; null where it says nothing. */
  readonly takenOn: string | null;
  /** The program that its EXIF names; empty where it names none. */
  readonly software: string;
}

/** What a file says of itself, from its bytes, which are hostile; of a long file only its beginning and its headers are read. */
export async function readOwnSigns(source: ByteSource): Promise<OwnSigns> {
  const head = await source.read(0, headBytes);
  const media = await readRecording(source);
  const mediaType = media?.mediaType ?? sniffImageOfAnySize(head)?.mediaType ?? documentType(head);
  const exif = mediaType?.startsWith('image/') === true ? readExif(head) : null;
  const isMovie = latin1(head, 4, 8) === 'ftyp';
  return {
    mediaType,
    sizeBytes: source.sizeBytes,
    seconds: media?.seconds ?? null,
    containerAt: (isMovie ? await mp4MadeAt(source) : null)?.toISOString() ?? null,
    takenOn: exif === null || exif.takenOn === '' ? null : exif.takenOn,
    software: printable(exif?.software ?? ''),
  };
}

function documentType(head: Uint8Array): string | null {
  return latin1(head, 0, 5) === '%PDF-' ? 'application/pdf' : null;
}

/** It is quoted in a sentence: nothing in it may look like the sentence itself. */
function printable(software: string): string {
  return software.replace(/[\p{C}“”]/gu, '').trim();
}

// Metadata of cameras stand before the frame header of a JPEG.
const headBytes = 262_144;
