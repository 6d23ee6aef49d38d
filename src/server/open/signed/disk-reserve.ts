import { statfs } from 'node:fs/promises';
import type { Config } from '../../platform/runtime/config.ts';

/** @param bytes that are about to come. @throws an error like that of a full disk, answered 503, while the disk has no room for them. */
export type RoomCheck = (bytes: number) => Promise<void>;

/** Refuses chunks while the disk of DATA_DIR has less room than DISK_RESERVE_BYTES, which the database and evidence need. */
export function diskReserve({
  storageUrl,
  dataDir,
  diskReserveBytes,
}: Pick<Config, 'storageUrl' | 'dataDir' | 'diskReserveBytes'>): RoomCheck {
  return async (bytes) => {
    // A bucket has no free room to ask for.
    if (storageUrl !== undefined || diskReserveBytes === 0) return;
    const disk = await statfs(dataDir).catch(() => null);
    if (disk && disk.bavail * disk.bsize - bytes < diskReserveBytes)
      throw Object.assign(new Error(`less than DISK_RESERVE_BYTES (${diskReserveBytes}) is free on the disk of DATA_DIR`), {
        code: 'ENOSPC',
      });
  };
}

/** Passes on what comes, of any length, as long as there is room. */
export async function* whileRoom(incoming: AsyncIterable<Uint8Array>, room: RoomCheck): AsyncGenerator<Uint8Array> {
  let unasked = 0;
  for await (const bytes of incoming) {
    unasked += bytes.length;
    if (unasked >= askEveryBytes) {
      await room(unasked);
      unasked = 0;
    }
    yield bytes;
  }
}

export const askEveryBytes = 16_777_216;
