import type { ByteSource } from './byte-source.ts';
import type { FilePart } from './file-part.ts';
import { partOfDocument } from './part-of-document.ts';
import { partOfPicture } from './part-of-picture.ts';
import { partOfRecording } from './part-of-recording.ts';
import { partOfText } from './part-of-text.ts';

/** A part, and where the byte stands. */
export interface PlaceInFile extends FilePart {
  /** Counted from 0. */
  readonly offset: number;
  /** Counted from 1; null for all but texts, and for texts too long to count. */
  readonly line: number | null;
}

/**
 * Where the byte at an offset stands, by the file's untrusted structure. Reads headers, and what precedes the byte in pictures and texts;
 * `unknown` of a structure of more parts than files have.
 */
export async function placeInFile(file: ByteSource, offset: number): Promise<PlaceInFile> {
  const source = limited(file, mostReads);
  const head = await source.read(0, 4096);
  try {
    const part =
      (await partOfPicture(source, offset, head)) ??
      (await partOfRecording(source, offset, head)) ??
      (await partOfDocument(source, offset, head));
    if (part) return { kind: part.kind, name: part.name, offset, line: null };
    const text = await partOfText(source, offset, head);
    if (text) return { kind: 'text', name: text.name, offset, line: text.line };
  } catch (error) {
    // A structure that ends too early, or that takes too many reads: reading beyond the end throws a RangeError.
    if (!(error instanceof RangeError)) throw error;
  }
  return { kind: 'unknown', name: '', offset, line: null };
}

/** Enough for a picture or text of a gigabyte, which is read in blocks, and for a film of ten thousand fragments. */
const mostReads = 20_000;

/** @throws RangeError at the read behind the last one that is allowed. */
function limited(source: ByteSource, most: number): ByteSource {
  let left = most;
  return {
    sizeBytes: source.sizeBytes,
    read(start, length) {
      left -= 1;
      if (left < 0) throw new RangeError('the structure has too many parts');
      return source.read(start, length);
    },
  };
}
