import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { boxAt, boxesOf, findBox, type Part } from './mp4-boxes.ts';
import { viewOf } from './places.ts';

/**
 * Whether a film states more bytes than the file has: its last box is cut off, or its tables place samples behind the end or in no box
 * of data. Source: ISO/IEC 14496-12, 4.2, 8.7.
 */
export async function isCutMp4(source: ByteSource): Promise<boolean> {
  let end = 0;
  let movie: Part | null = null;
  let hasData = false;
  for await (const box of boxesOf(source, { start: 0, end: source.sizeBytes })) {
    end = box.end;
    hasData ||= box.type === 'mdat';
    if (box.type === 'moov') movie = box;
  }
  if (await isBoxCut(source, end)) return true;
  return movie !== null && (await samplesEnd(source, movie)) > (hasData ? source.sizeBytes : 0);
}

/** Whether a box that films have begins here and ends behind the file. Other bytes at the end of a file state nothing. */
async function isBoxCut(source: ByteSource, at: number): Promise<boolean> {
  const head = await source.read(at, 16);
  if (head.length < 8 || !filmBoxes.has(latin1(head, 4, 8))) return false;
  const short = viewOf(head).getUint32(0);
  const size = short === 1 && head.length === 16 ? Number(viewOf(head).getBigUint64(8)) : short;
  return size >= 8 && at + size > source.sizeBytes;
}

const filmBoxes: ReadonlySet<string> = new Set(['mdat', 'moof', 'moov', 'mfra']);

/** Where the sample ends that lies furthest behind; 0 if the tables name none. */
async function samplesEnd(source: ByteSource, movie: Part): Promise<number> {
  let last = 0;
  for await (const track of boxesOf(source, movie)) {
    const table = track.type === 'trak' ? await boxAt(source, ['mdia', 'minf', 'stbl'], track) : null;
    if (table) last = Math.max(last, await chunksEnd(source, table));
  }
  return last;
}

/** A chunk has a place, and as many samples as `stsc` says from its number on. */
async function chunksEnd(source: ByteSource, table: Part): Promise<number> {
  const [short, long] = [await content(source, 'stco', table), await content(source, 'co64', table)];
  const [runs, sizes] = [await content(source, 'stsc', table), await content(source, 'stsz', table)];
  const each = sizes.byteLength >= 12 ? sizes.getUint32(4) : 0;
  const chunks = Math.floor(Math.max(0, short.byteLength - 8) / 4 || Math.max(0, long.byteLength - 8) / 8);
  let [last, sample, run] = [0, 1, 8];
  for (let chunk = 1; chunk <= chunks; chunk += 1) {
    if (run + 24 <= runs.byteLength && runs.getUint32(run + 12) <= chunk) run += 12;
    const held = run + 12 <= runs.byteLength ? Math.min(runs.getUint32(run + 4), mostSamples) : 0;
    let end = short.byteLength > 8 ? short.getUint32(4 + chunk * 4) : Number(long.getBigUint64(chunk * 8));
    if (each > 0) end += each * held;
    else for (let at = 8 + sample * 4; at < 8 + (sample + held) * 4 && at + 4 <= sizes.byteLength; at += 4) end += sizes.getUint32(at);
    sample += held;
    last = Math.max(last, end);
  }
  return last;
}

/** No chunk has more; a larger number is invalid. */
const mostSamples = 1_000_000;

async function content(source: ByteSource, type: string, table: Part): Promise<DataView> {
  const box = await findBox(source, type, table);
  const length = box ? Math.min(box.end - box.start, maxTableBytes) : 0;
  return viewOf(length > 0 && box ? await source.read(box.start, length) : new Uint8Array());
}

const maxTableBytes = 4_194_304;
