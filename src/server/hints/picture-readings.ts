import { buffer } from 'node:stream/consumers';
import { readPictureInThread } from '../custody/drawing/drawing-pool.ts';
import type { Deps } from '../feature/deps.ts';
import type { PictureReading } from '../media/picture-reading.ts';

/** The last readings. A user who is rejected for one picture sends the others again. */
const kept = new Map<string, PictureReading>();
const mostKept = 64;

/** Reads a stored picture, unless it is one of those that were read last; null if it cannot be decoded. */
export async function readStoredPicture(store: Deps['store'], userId: string, sha256: string): Promise<PictureReading | null> {
  const known = kept.get(sha256);
  if (known) return known;
  const bytes = await buffer((await store.open(sha256)).stream);
  const reading = await readPictureInThread(userId, bytes).catch(() => null);
  if (reading) kept.set(sha256, reading);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return reading;
}
