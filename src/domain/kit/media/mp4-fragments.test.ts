import { expect, it } from 'vitest';
import { bytesInMemory } from './byte-source.ts';
import { readRecording } from './recording.ts';

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

const words = (...values: readonly number[]): Buffer => Buffer.concat(values.map((value) => longWord(value).subarray(4)));

function longWord(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const scale = 1000;

/** The movie of two tracks. @param stated what its headers state, in units of `scale`. */
function movie({ own = 0, all, trex = 0 }: { readonly own?: number; readonly all?: number; readonly trex?: number } = {}): Buffer {
  const track = (id: number): Buffer =>
    box('trak', box('tkhd', words(0, 0, 0, id, 0)), box('mdia', box('mdhd', words(0, 0, 0, scale, 0, 0))));
  const extended = [box('trex', words(0, 1, 1, trex, 0, 0)), box('trex', words(0, 2, 1, trex, 0, 0))];
  const header = box('mvhd', words(0, 0, 0, scale, own, 0, 0, 0, 0));
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5\0\0\0\0dash', 'latin1')),
    box('moov', header, track(1), track(2), box('mvex', ...(all === undefined ? [] : [box('mehd', words(0, all))]), ...extended)),
  ]);
}

/** A fragment of one sample, or of samples with a length each. */
function fragment(track: number, from: number | null, lengths: readonly number[], data: Uint8Array = Buffer.alloc(40)): Buffer {
  const isLong = from !== null && from > 0xffff_ffff;
  const time = from === null ? [] : [box('tfdt', isLong ? Buffer.concat([words(0x0100_0000), longWord(from)]) : words(0, from))];
  const run = box('trun', words(0x0000_0301, lengths.length, 0, ...lengths.flatMap((length) => [length, 20])));
  return Buffer.concat([
    box('moof', box('mfhd', words(0, 1)), box('traf', box('tfhd', words(0x02_0000, track)), ...time, run)),
    box('mdat', data),
  ]);
}

const seconds = async (...parts: readonly Uint8Array[]) => (await readRecording(bytesInMemory(Buffer.concat(parts))))?.seconds;
const many = (count: number, isTimed: boolean) =>
  Array.from({ length: count }, (_, at) => fragment(1, isTimed ? at * 2000 : null, [500, 1500]));
/** What a fragment begins with, inside the data of another. */
const decoy = Buffer.concat([Buffer.alloc(8), box('moof', box('mfhd', words(0, 1))), Buffer.alloc(40, 1)]);

// gpac/gpac#253, gpac/mp4box.js#360 (Safari's MediaRecorder): who reads the movie's header alone finds no length.
it.each([
  ['with mehd', [movie({ all: 9000 }), ...many(2, true)], 9],
  ['without', [movie(), ...many(3, true)], 6],
  ['of two tracks apart, the longer one counts', [movie(), fragment(1, 0, [4000]), fragment(2, 0, [3000]), fragment(2, 3000, [2000])], 5],
  ['of a stream that began long before', [movie(), fragment(1, 100_000_000, [4000]), fragment(1, 100_004_000, [4000])], 8],
  ['with times of eight bytes', [movie(), fragment(1, 5_000_000_000, [4000]), fragment(1, 5_000_004_000, [4000])], 8],
  ['with a gap', [movie(), fragment(1, 0, [1000]), fragment(1, 60_000, [1000])], 61],
  // AxisCommunications/media-stream-library-js#184: all ones for what is not known.
  ['of a movie that says it does not know', [movie({ own: 0xffff_ffff }), fragment(1, 90_000, [4000]), fragment(1, 94_000, [2000])], 6],
  ['behind a part in the movie itself', [movie({ own: 2000 }), fragment(1, 2000, [3000])], 5],
  ['without times', [movie(), ...many(4, false)], 8],
  ['with the length of samples in the movie', [movie({ trex: 250 }), Buffer.from(untimed(40))], 10],
  ['of more than can be walked', [movie(), ...many(1200, true)], 2400],
  ['of more than can be walked, without times', [movie(), ...many(1200, false)], null],
  ['the last one large', [movie(), ...many(700, true), fragment(1, 1_400_000, [4000], Buffer.alloc(2_000_000))], 1404],
  ['whose data look like fragments', [movie(), ...many(700, true), fragment(1, 1_400_000, [4000], decoy)], 1404],
  ['with segment types and indexes', [movie(), box('styp', words(0)), box('sidx', words(0)), ...many(2, true), box('mfra', words(0))], 4],
  ['broken off within its data', [Buffer.concat([movie(), ...many(600, true)]).subarray(0, -30)], 1200],
  ['of none', [movie()], null],
  ['of a track that the movie does not know', [movie(), fragment(9, 0, [1000])], null],
] as const)('a film in fragments %s', async (_case, parts, wanted) => {
  expect(await seconds(...parts)).toBe(wanted);
});

/** One fragment whose samples have no length of their own. */
function untimed(count: number): Buffer {
  const run = box('trun', words(1, count, 0));
  return Buffer.concat([box('moof', box('mfhd', words(0, 1)), box('traf', box('tfhd', words(0, 1)), run)), box('mdat', Buffer.alloc(9))]);
}

it('reads few parts of a long film, however many fragments it has', async () => {
  const whole = bytesInMemory(Buffer.concat([movie(), ...many(5000, true)]));
  let [reads, bytes] = [0, 0];
  const read = async (start: number, length: number): Promise<Uint8Array> => {
    const part = await whole.read(start, length);
    if (start > 4096) [reads, bytes] = [reads + 1, bytes + part.length];
    return part;
  };
  expect((await readRecording({ sizeBytes: whole.sizeBytes, read }))?.seconds).toBe(10_000);
  expect([reads, bytes]).toEqual([1, 65_536]);
});
