import { latin1 } from '../bytes/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf } from './places.ts';

/**
 * Duration of a WAV: samples of its `fact` chunk where the sound is compressed, else size of its data divided by the bytes per second.
 * Source: Multimedia Programming Interface 1.0 (1991), 3.
 */
export async function wavSeconds(source: ByteSource): Promise<number | null> {
  let [format, samplesPerSecond, bytesPerSecond, samples] = [0, 0, 0, 0];
  for await (const { name, head, size, start } of chunksOf(source)) {
    if (name === 'fmt ' && head.length >= 20) {
      [format, samplesPerSecond] = [viewOf(head).getUint16(8, true), viewOf(head).getUint32(12, true)];
      bytesPerSecond = viewOf(head).getUint32(16, true);
    }
    if (name === 'fact' && head.length >= 12) samples = viewOf(head).getUint32(8, true);
    if (name !== 'data') continue;
    const isCompressed = ![pcm, floats, extensible].includes(format);
    if (isCompressed && samples > 0 && samplesPerSecond > 0) return samples / samplesPerSecond;
    // In a truncated recording the stated size exceeds the data; a recorder that was switched off leaves 0.
    const rest = source.sizeBytes - start;
    return bytesPerSecond === 0 ? null : Math.min(size === 0 ? rest : size, rest) / bytesPerSecond;
  }
  return null;
}

const [pcm, floats, extensible] = [1, 3, 0xfffe];

/** Local time in the `bext` chunk of recorders, `yyyy-MM-ddTHH:mm:ss`; null if absent. Source: EBU Tech 3285, 2.3. */
export async function wavMadeLocal(source: ByteSource): Promise<string | null> {
  for await (const { name, start } of chunksOf(source)) {
    if (name !== 'bext') continue;
    const written = /^(\d{4})[^\d](\d\d)[^\d](\d\d)(\d\d)[^\d](\d\d)[^\d](\d\d)$/.exec(latin1(await source.read(start + 320, 18), 0, 18));
    const local = written && `${written.slice(1, 4).join('-')}T${written.slice(4).join(':')}`;
    return local !== null && !Number.isNaN(Date.parse(`${local}Z`)) ? local : null;
  }
  return null;
}

/** The chunks, each with the first bytes of its header and data. */
async function* chunksOf(source: ByteSource) {
  let at = 12;
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await source.read(at, 24);
    if (head.length < 8) return;
    const size = viewOf(head).getUint32(4, true);
    yield { name: latin1(head, 0, 4), head, size, start: at + 8 };
    at += 8 + size + (size % 2);
  }
}

/**
 * Whether the container ends at the end of the bytes. False for recorders that write while recording: they leave the size at 0 or all ones.
 */
export async function isCompleteWav(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8);
  return head.length === 8 && viewOf(head).getUint32(4, true) + 8 === source.sizeBytes;
}

const maxChunks = 100;
