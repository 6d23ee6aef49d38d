import { latin1 } from '../bytes/bytes.ts';
import { bytesInMemory, type ByteSource } from './byte-source.ts';
import { boxesOf, findBox, type Box, type Part } from './mp4-boxes.ts';
import { placeOfWord, viewOf } from './places.ts';

/**
 * Seconds from the first sample to the end of the last one of a film in fragments, from the fragments themselves; null if it has none, or
 * more of them than are worth reading. Fragments say when they begin, so the first and the last ones suffice; only if they do not, as those
 * of QuickTime, are all read. Source: ISO/IEC 14496-12, 8.8.
 * @param begins whether the movie itself has samples before the fragments.
 */
export async function fragmentsSeconds(source: ByteSource, movie: Part, begins: boolean): Promise<number | null> {
  const tracks = await tracksOf(source, movie);
  const first = await firstFragment(source, movie.end);
  if (tracks.size === 0 || !first) return null;
  const opening = await readFragment(source, first, tracks);
  if (opening.length === 0 || opening.some(({ from }) => from === null)) return walkedSeconds(source, first, tracks);
  const last = await lastRuns(source, first, tracks);
  const ends = last.flatMap(({ from, seconds }) => (from === null ? [] : [from + seconds]));
  if (ends.length === 0) return walkedSeconds(source, first, tracks);
  return Math.max(...ends) - (begins ? 0 : Math.min(...opening.map(({ from }) => from ?? 0)));
}

interface Track {
  readonly scale: number;
  /** How long a sample is whose fragment does not say it, in units of the scale. */
  readonly sample: number;
}

/** The samples of one track in a fragment. */
interface Run {
  readonly track: number;
  /** Seconds; null if the fragment does not say when it begins. */
  readonly from: number | null;
  readonly seconds: number;
}

async function tracksOf(source: ByteSource, movie: Part): Promise<Map<number, Track>> {
  const samples = new Map<number, number>();
  const extended = await findBox(source, 'mvex', movie);
  for await (const { type, start } of extended ? boxesOf(source, extended) : []) {
    const bytes = type === 'trex' ? viewOf(await source.read(start, 16)) : null;
    if (bytes?.byteLength === 16) samples.set(bytes.getUint32(4), bytes.getUint32(12));
  }
  const tracks = new Map<number, Track>();
  for await (const box of boxesOf(source, movie)) {
    if (box.type !== 'trak') continue;
    const [header, media] = [await findBox(source, 'tkhd', box), await findBox(source, 'mdia', box)];
    const times = media && (await findBox(source, 'mdhd', media));
    if (!header || !times) continue;
    const [id, scale] = [await wordOf(source, header, 12, 20), await wordOf(source, times, 12, 20)];
    if (id !== null && scale !== null && scale > 0) tracks.set(id, { scale, sample: samples.get(id) ?? 0 });
  }
  return tracks;
}

/** A word of four bytes of a box, which is further on in its long form. */
async function wordOf(source: ByteSource, { start }: Part, short: number, long: number): Promise<number | null> {
  const bytes = await source.read(start, long + 4);
  return bytes.length === long + 4 ? viewOf(bytes).getUint32(bytes[0] === 1 ? long : short) : null;
}

async function firstFragment(source: ByteSource, after: number): Promise<Box | null> {
  for await (const box of boxesOf(source, { start: after, end: source.sizeBytes })) if (box.type === 'moof') return box;
  return null;
}

/** What is in the last fragments, found by their name at the end of the file; empty if the last one is larger than the widest window. */
async function lastRuns(source: ByteSource, first: Box, tracks: ReadonlyMap<number, Track>): Promise<Run[]> {
  const begin = first.start - first.headSize;
  for (const window of windows) {
    const from = Math.max(begin, source.sizeBytes - window);
    const bytes = await source.read(from, source.sizeBytes - from);
    const found = fragmentsAtEnd(bytes).slice(-mostAtEnd);
    const runs = await Promise.all(found.map((box) => readFragment(bytesInMemory(bytes), box, tracks)));
    if (found.length > 0 || from === begin) return runs.flat();
  }
  return [];
}

const windows = [65_536, 1_048_576, 16_777_216];
/** Each track may have fragments of its own. */
const mostAtEnd = 40;

function fragmentsAtEnd(bytes: Uint8Array): Part[] {
  let steps = mostSteps;
  for (let at = placeOfWord(bytes, 'moof', 4); at >= 0 && steps > 0; at = placeOfWord(bytes, 'moof', at + 1)) {
    if (latin1(bytes, at + 8, at + 12) !== 'mfhd') continue;
    const found = chainFrom(bytes, at - 4, steps);
    if (found.isWhole) return found.fragments;
    steps -= found.steps;
  }
  return [];
}

/** Data may hold the name of a fragment. */
const mostSteps = 200_000;

interface Chain {
  readonly fragments: Part[];
  /** Whether nothing but parts of fragments follows to the end; of the last part bytes may be missing. */
  readonly isWhole: boolean;
  readonly steps: number;
}

function chainFrom(bytes: Uint8Array, start: number, mostSteps: number): Chain {
  const view = viewOf(bytes);
  const fragments: Part[] = [];
  let at = start;
  for (let steps = 1; steps <= mostSteps; steps += 1) {
    if (at + 8 > bytes.length) return { fragments, isWhole: true, steps };
    const type = latin1(bytes, at + 4, at + 8);
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = short === 0 ? bytes.length - at : isLong ? Number(view.getBigUint64(at + 8)) : short;
    if (!parts.has(type) || size < 8) return { fragments, isWhole: false, steps };
    if (type === 'moof' && at + size <= bytes.length) fragments.push({ start: at + 8, end: at + size });
    at += size;
  }
  return { fragments, isWhole: false, steps: mostSteps };
}

const parts = new Set(['moof', 'mdat', 'styp', 'sidx', 'ssix', 'emsg', 'prft', 'free', 'skip', 'wide', 'uuid', 'mfra', 'meta']);

/** Adds all fragments up; null if there are too many. */
async function walkedSeconds(source: ByteSource, first: Box, tracks: ReadonlyMap<number, Track>): Promise<number | null> {
  const sums = new Map<number, number>();
  let boxes = 0;
  for await (const box of boxesOf(source, { start: first.start - first.headSize, end: source.sizeBytes })) {
    boxes += 1;
    if (boxes === mostBoxes) return null;
    if (box.type !== 'moof') continue;
    for (const { track, seconds } of await readFragment(source, box, tracks)) sums.set(track, (sums.get(track) ?? 0) + seconds);
  }
  return sums.size === 0 ? null : Math.max(...sums.values());
}

/** Each costs a read. */
const mostBoxes = 400;

async function readFragment(source: ByteSource, box: Part, tracks: ReadonlyMap<number, Track>): Promise<Run[]> {
  if (box.end - box.start > maxFragmentBytes) return [];
  const bytes = bytesInMemory(await source.read(box.start, box.end - box.start));
  const runs: Run[] = [];
  for await (const part of boxesOf(bytes, { start: 0, end: bytes.sizeBytes })) {
    const run = part.type === 'traf' ? await readRun(bytes, part, tracks) : null;
    if (run) runs.push(run);
  }
  return runs;
}

const maxFragmentBytes = 4_194_304;

async function readRun(bytes: ByteSource, part: Part, tracks: ReadonlyMap<number, Track>): Promise<Run | null> {
  const header = await findBox(bytes, 'tfhd', part);
  const head = header && viewOf(await bytes.read(header.start, header.end - header.start));
  if (!head || head.byteLength < 8) return null;
  const track = head.getUint32(4);
  const { scale, sample } = tracks.get(track) ?? { scale: 0, sample: 0 };
  if (scale === 0) return null;
  const at = 8 + (head.getUint32(0) & 1 ? 8 : 0) + (head.getUint32(0) & 2 ? 4 : 0);
  const length = head.getUint32(0) & 8 && head.byteLength >= at + 4 ? head.getUint32(at) : sample;
  const times = await findBox(bytes, 'tfdt', part);
  const time = times && viewOf(await bytes.read(times.start, 12));
  let units = 0;
  for await (const box of boxesOf(bytes, part))
    if (box.type === 'trun') units += unitsOf(viewOf(await bytes.read(box.start, box.end - box.start)), length);
  return { track, from: time ? timeOf(time, scale) : null, seconds: units / scale };
}

function timeOf(time: DataView, scale: number): number | null {
  if (time.byteLength < 8) return null;
  if (time.getUint8(0) !== 1) return time.getUint32(4) / scale;
  return time.byteLength === 12 ? Number(time.getBigUint64(4)) / scale : null;
}

/** How long the samples of a run are together. */
function unitsOf(run: DataView, length: number): number {
  if (run.byteLength < 8) return 0;
  const [flags, count] = [run.getUint32(0), run.getUint32(4)];
  if (!(flags & 0x100)) return count * length;
  const start = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let units = 0;
  for (let [at, read] = [start, 0]; read < count && at + 4 <= run.byteLength; read += 1, at += step) units += run.getUint32(at);
  return units;
}
