import { latin1 } from '../tlog/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { placeOfWord, viewOf } from './places.ts';

/**
 * Duration of an MP3, from the frame count that encoders write into the first frame, else from its bit rate. Source: ISO/IEC 11172-3,
 * 2.4.2.3; 13818-3, 2.4.2.3.
 */
export async function mp3Seconds(source: ByteSource): Promise<number | null> {
  const start = await afterTag(source);
  const bytes = await source.read(start, 4096);
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    const frame = frameAt(bytes, at);
    if (!frame) continue;
    const frames = countedFrames(bytes.subarray(at, at + 200));
    return frames === null
      ? ((source.sizeBytes - start - at) * 8) / frame.bitsPerSecond
      : (frames * frame.samples) / frame.samplesPerSecond;
  }
  return null;
}

/** Skips an ID3v2 tag: a ten-byte header whose size field has seven bits per byte. */
async function afterTag(source: ByteSource): Promise<number> {
  const head = await source.read(0, 10);
  if (head.length < 10 || latin1(head, 0, 3) !== 'ID3') return 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0);
}

function frameAt(bytes: Uint8Array, at: number): { bitsPerSecond: number; samplesPerSecond: number; samples: number } | null {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return null;
  const version = (kind >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const rate = sampleRates[(rates >> 2) & 3];
  const kilobits = (version === 3 ? bitRates1 : bitRates2)[rates >> 4];
  if (version === 1 || rate === undefined || kilobits === undefined || kilobits === 0) return null;
  return {
    bitsPerSecond: kilobits * 1000,
    samplesPerSecond: rate / (version === 3 ? 1 : version === 2 ? 2 : 4),
    samples: version === 3 ? 1152 : 576,
  };
}

/** The frame count in the `Xing` or `Info` header that encoders write into the first frame. */
function countedFrames(frame: Uint8Array): number | null {
  const at = [placeOfWord(frame, 'Xing'), placeOfWord(frame, 'Info')].find((found) => found > 0);
  if (at === undefined || at + 12 > frame.length) return null;
  const head = viewOf(frame);
  return (head.getUint32(at + 4) & 1) === 0 ? null : head.getUint32(at + 8);
}

const sampleRates = [44_100, 48_000, 32_000];
const bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
