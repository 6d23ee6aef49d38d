import { latin1 } from '../../../domain/kit/bytes/bytes.ts';
import type { ByteSource } from '../../../domain/kit/media/byte-source.ts';
import { isBrokenOffMovie, mayBeginRecording } from '../../../domain/kit/media/recording.ts';
import { behindTags, endOfTags } from '../../../domain/kit/media/mp3.ts';
import { unsupportedFormat } from '../../../domain/kit/media/unsupported.ts';

/** What shows the type of a file, at its beginning or behind its tags. */
const shownBytes = 1024;
/** What of it a name settles that stands in the first bytes. */
const namedBytes = 12;
const mostHeldBytes = 65_536;
/** How much tells what a file holds whose name is settled before. */
const heldBytes: ReadonlyMap<string, number> = new Map([
  ['Matroska', mostHeldBytes],
  ['WMV', mostHeldBytes],
  ['WMA', mostHeldBytes],
  ['Ogg', shownBytes],
]);
/** Tags hold covers of some hundred kilobytes. The type of a file with larger ones is read when it is complete. */
export const mostOpeningBytes = 1_048_576;

/** How many bytes of a file show its type, tags included, as far as those received tell. */
export function openingBytes(received: Uint8Array): number {
  const begin = endOfTags(received);
  return Math.min(begin + settledBytes(received, received.subarray(begin)), mostOpeningBytes);
}

/** How much of the content settles the words for its type. Of ISO files it is the box of their type, which lists brands. */
function settledBytes(received: Uint8Array, content: Uint8Array): number {
  const format = unsupportedFormat(received);
  if (!format) return shownBytes;
  if (latin1(content, 4, 8) === 'ftyp') return Math.min(shownBytes, Buffer.from(content).readUInt32BE(0));
  return heldBytes.get(format.name) ?? namedBytes;
}

export interface TypeWords {
  /** Chinese, for the recording's state. */
  readonly reason: string;
  /** English, for the refusal of a chunk. */
  readonly message: string;
}

/** Why a complete file is no recording, and what its sender can do. */
export async function wordsOfFile(source: ByteSource): Promise<TypeWords> {
  if (await isBrokenOffMovie(source)) {
    return {
      reason: '录制文件不完整，没有索引（moov），无法播放，请重新录制或修复后重新登记，原件可用文件存证保存',
      message:
        'the recording was broken off: it has no index (moov) and cannot be played; ' +
        'repair it and register it again, and keep the original with POST /open/v1/evidence',
    };
  }
  return typeWords(await source.read(await behindTags(source), mostHeldBytes));
}

/** Why a file that begins like this cannot be a recording, and what its sender can do. */
function typeWords(head: Uint8Array): TypeWords {
  const format = unsupportedFormat(head);
  if (!format) {
    return {
      reason: `文件类型不支持，请转换为${formats.join('、')}或PNG后重新登记，原件可用文件存证保存`,
      message: `the file is no ${formats.join(', ')} or PNG; register it again in one of these formats`,
    };
  }
  const { name, instead } = format;
  return {
    reason: `文件类型不支持：${name}，请转换为${instead}后重新登记，原件可用文件存证保存`,
    message: `a recording cannot be ${name}; register it again as ${instead}, and keep the original with POST /open/v1/evidence`,
  };
}

const formats = ['MP4', 'MOV', 'M4A', 'WebM', 'MP3', 'WAV', 'JPEG'];

export interface Opening {
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * Why the file cannot be a recording, after its bytes were read. Null before all of its opening is there, so that the answer does not
   * depend on how the file is cut. @param isWhole whether it ends with these bytes.
   */
  fault(isWhole: boolean): TypeWords | null;
}

/**
 * Reads the opening of a file on its way, which begins with `received`. Its bytes end there with the fault if more than `mostBytes` would
 * follow, so that nobody sends a gigabyte in vain; otherwise they are read to their end, so that their hash can be checked.
 * @throws UnsupportedType
 */
export function watchOpening(
  source: AsyncIterable<Uint8Array>,
  declaredBytes: number | null,
  received: Uint8Array = new Uint8Array(),
  mostBytes = 16_777_216,
): Opening {
  let head = Buffer.from(received);
  const fault = (isWhole: boolean) => ((isWhole || head.length >= openingBytes(head)) && !mayBeginRecording(head) ? typeWords(head) : null);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      const before = head.length;
      head = withOpening(head, chunk);
      const found = head.length > before && (declaredBytes ?? Number.POSITIVE_INFINITY) > mostBytes ? fault(false) : null;
      if (found) throw new UnsupportedType(found.message);
      yield chunk;
    }
  }
  return { bytes: bytes(), fault };
}

/** The first bytes of a file with what of the next ones belongs to its opening. */
function withOpening(head: Buffer<ArrayBuffer>, next: Uint8Array): Buffer<ArrayBuffer> {
  let [whole, at] = [head, 0];
  for (let missing = openingBytes(whole) - whole.length; missing > 0 && at < next.length; missing = openingBytes(whole) - whole.length) {
    whole = Buffer.concat([whole, next.subarray(at, at + missing)]);
    at += missing;
  }
  return whole;
}

export class UnsupportedType extends Error {
  override name = 'UnsupportedType';
}
