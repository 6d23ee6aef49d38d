import type { ByteSource } from './byte-source.ts';
import { latin1, viewOf } from './places.ts';

/** Length of a WAV: the size of its sound by the bytes of a second. Source: Multimedia Programming Interface 1.0 (1991), 3. */
export async function wavSeconds(source: ByteSource): Promise<number | null> {
  let bytesPerSecond = 0;
  let at = 12;
  for (let chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await source.read(at, 24);
    if (head.length < 8) return null;
    const name = latin1(head, 0, 4);
    const size = viewOf(head).getUint32(4, true);
    if (name === 'fmt ' && head.length >= 20) bytesPerSecond = viewOf(head).getUint32(16, true);
    // A recording that was cut off says more than there is.
    if (name === 'data') return bytesPerSecond === 0 ? null : Math.min(size, source.sizeBytes - at - 8) / bytesPerSecond;
    at += 8 + size + (size % 2);
  }
  return null;
}

/**
 * Whether the container ends where the bytes end. Recorders that write while they record leave its size 0 or all ones, and it tells
 * nothing.
 */
export async function endsAsWav(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, 8);
  return head.length === 8 && viewOf(head).getUint32(4, true) + 8 === source.sizeBytes;
}

const maxChunks = 100;
