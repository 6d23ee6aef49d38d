import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { boxAt, boxesOf, findBox, type Part } from './mp4-boxes.ts';
import { viewOf } from './places.ts';

/** What the tracks of a recording hold: pictures, sound without pictures, or neither, such as subtitles alone. */
export type Tracks = 'film' | 'sound' | 'neither';

/**
 * What the tracks of a movie hold; null if none can be read. Tracks without a sample, pictures of chapters, and a cover beside sound show
 * no film. A track that is switched off does: its pictures are there. Source: ISO/IEC 14496-12, 8.3, 8.4.3, 8.7.3; QuickTime File Format,
 * *Chapter lists*.
 */
export async function mp4Tracks(source: ByteSource): Promise<Tracks | null> {
  const movie = await findBox(source, 'moov', { start: 0, end: source.sizeBytes });
  const tracks: Track[] = [];
  for await (const box of movie ? boxesOf(source, movie) : []) if (box.type === 'trak') tracks.push(await readTrack(source, box));
  if (!movie || tracks.length === 0) return null;
  if ((await findBox(source, 'mvex', movie)) !== null) await addFragments(source, movie.end, tracks);
  const filled = tracks.filter(({ samples }) => samples > 0);
  const held = filled.length > 0 ? filled : tracks;
  const hasSound = held.some(({ handler }) => soundHandlers.has(handler));
  const chapters = new Set(tracks.flatMap((track) => track.chapters));
  const isFilm = held.some(
    ({ id, handler, samples, isStill }) => pictureHandlers.has(handler) && !(hasSound && (chapters.has(id) || (isStill && samples === 1))),
  );
  return isFilm ? 'film' : hasSound ? 'sound' : 'neither';
}

interface Track {
  readonly id: number;
  /** Empty if there is none. */
  readonly handler: string;
  /** At least one where the file does not say how many. */
  samples: number;
  /** Whether each sample is a picture by itself. */
  readonly isStill: boolean;
  /** The tracks that hold its chapters. */
  readonly chapters: readonly number[];
}

async function readTrack(source: ByteSource, track: Part): Promise<Track> {
  const media = await findBox(source, 'mdia', track);
  const header = await findBox(source, 'tkhd', track);
  const table = media && (await boxAt(source, ['minf', 'stbl'], media));
  const sizes = table && ((await findBox(source, 'stsz', table)) ?? (await findBox(source, 'stz2', table)));
  const handler = media && (await findBox(source, 'hdlr', media));
  const kinds = table && (await findBox(source, 'stsd', table));
  const chapters = await boxAt(source, ['tref', 'chap'], track);
  const isLong = header !== null && (await source.read(header.start, 1))[0] === 1;
  return {
    id: (header && (await words(source, { start: header.start + (isLong ? 20 : 12), end: header.end }, 1))[0]) ?? 0,
    handler: handler && handler.end - handler.start >= 12 ? latin1(await source.read(handler.start + 8, 4), 0, 4) : '',
    samples: (sizes && (await words(source, { start: sizes.start + 8, end: sizes.end }, 1))[0]) ?? 1,
    isStill: kinds !== null && isStill(await source.read(kinds.start, Math.min(512, kinds.end - kinds.start))),
    chapters: chapters ? await words(source, chapters, 16) : [],
  };
}

/** Whether the first description of samples is one of pictures, also within MPEG-4. Source: ISO/IEC 14496-1, 7.2.6.6. */
function isStill(descriptions: Uint8Array): boolean {
  const format = latin1(descriptions, 12, 16);
  // oxlint-disable-next-line no-control-regex -- descriptors have their kind as a byte; then come the object types of JPEG and PNG
  const object = /esds[^]{4}\x03[\x80-\xff]{0,3}[^]{4}\x04[\x80-\xff]{0,3}[^]([^])/.exec(latin1(descriptions, 0, 512))?.[1] ?? '';
  return ['jpeg', 'mjpa', 'mjpb', 'png ', 'gif ', 'tiff'].includes(format) || (format === 'mp4v' && /[\x6c\x6d]/.test(object));
}

/** Counts samples of tracks in the fragments, until each track has some. Source: ISO/IEC 14496-12, 8.8.4, 8.8.8. */
async function addFragments(source: ByteSource, after: number, tracks: readonly Track[]): Promise<void> {
  for await (const { type, ...fragment } of boxesOf(source, { start: after, end: source.sizeBytes })) {
    if (tracks.every(({ samples }) => samples > 0)) return;
    for await (const part of type === 'moof' ? boxesOf(source, fragment) : []) {
      const [header, run] = part.type === 'traf' ? [await findBox(source, 'tfhd', part), await findBox(source, 'trun', part)] : [];
      const [, id] = header ? await words(source, header, 2) : [];
      const [, samples = 0] = run ? await words(source, run, 2) : [];
      const track = tracks.find((one) => one.id === id);
      if (track) track.samples += samples;
    }
  }
}

/** The first numbers of four bytes in a box. */
async function words(source: ByteSource, { start, end }: Part, most: number): Promise<number[]> {
  const bytes = await source.read(start, Math.max(0, Math.min(4 * most, end - start)));
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => viewOf(bytes).getUint32(4 * at));
}

/** A track without a handler may hold pictures. */
const pictureHandlers: ReadonlySet<string> = new Set(['vide', 'pict', 'auxv', 'MPEG', '']);
const soundHandlers: ReadonlySet<string> = new Set(['soun', 'm1a ']);
