import { readExif } from '../hints/exif.ts';
import { latin1 } from '../tlog/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { sniffImageOfAnySize } from './image.ts';
import { mp4MadeAt } from './mp4.ts';
import { readRecording } from './recording.ts';

/** Facts about a file, read from its bytes alone. */
export interface FileMetadata {
  /** Detected from the first bytes; null for an unsupported format. */
  readonly mediaType: string | null;
  readonly sizeBytes: number;
  /** Whole seconds; null for pictures, and if the file does not state a duration. */
  readonly seconds: number | null;
  /** Creation time stated in the container (ISO base media `mvhd`), RFC 3339; null if absent. */
  readonly containerAt: string | null;
  /** `yyyy-MM-dd` from EXIF; null if absent. */
  readonly takenOn: string | null;
  /** The program named in EXIF; empty if absent. */
  readonly software: string;
}

/** Reads facts about a file from its untrusted bytes. Of a long file, only the beginning and the headers are read. */
export async function readFileMetadata(source: ByteSource): Promise<FileMetadata> {
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

/** Removes quotation marks and control characters, because the name is quoted in a sentence and must not imitate it. */
function printable(software: string): string {
  return software.replace(/[\p{C}“”]/gu, '').trim();
}

// Camera metadata precedes the frame header of a JPEG.
const headBytes = 262_144;
