import { latin1 } from '../tlog/bytes.ts';
import type { ByteSource } from './byte-source.ts';
import { viewOf } from './places.ts';

/** Duration of a WAV: size of its data chunk divided by the bytes per second. Source: Multimedia Programming Interface 1.0 (1991), 3. */
export async function wavSeconds(source: ByteSource): Promise<number | null> {
  let bytesPerSecond = 0;
  let at = 12;
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await source.read(at, 24);
    if (head.length < 8) return null;
    const name = latin1(head, 0, 4);
    const size = viewOf(head).getUint32(4, true);
    if (name === 'fmt ' && head.length >= 20) bytesPerSecond = viewOf(head).getUint32(16, true);
    // In a truncated recording, the stated size exceeds the actual data.
    if (name === 'data') return bytesPerSecond === 0 ? null : Math.min(size, source.sizeBytes - at - 8) / bytesPerSecond;
    at += 8 + size + (size % 2);
  }
  return null;
}

/**
 * Whether the container ends at the end of the bytes. False for recorders that write while recording: they leave the size at 0 or all ones.
 */
export async function isCompleteWav(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8);
  return head.length === 8 && viewOf(head).getUint32(4, true) + 8 === source.sizeBytes;
}

const maxChunks = 100;
