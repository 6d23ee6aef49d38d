import { close, closeSync, fdatasync, fsync, open, rename as renamePath, write } from 'node:fs';

// What a put does with files, by their numbers and callbacks: a `FileHandle` of `node:fs/promises` costs twice the processor time for each
// call, and every evidence makes eight (docs/decisions/0060-what-a-piece-costs.md).

export interface LightFile {
  /** Appends all of the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was written is on the disk; of a folder, its entries. */
  sync(): Promise<void>;
  /** As `sync`, for the bytes alone: on the way, where more will follow. */
  datasync(): Promise<void>;
  /** Once, however the work with it ended: nobody else closes it. Waits for what is still under way. */
  close(): Promise<void>;
}

/** A new file, which must not be there yet. */
export async function createFile(path: string, mode: number): Promise<LightFile> {
  return lightFile(await opened(path, 'wx', mode));
}

/** Puts what is under a path on the disk: of a folder, its entries. */
export async function syncPath(path: string): Promise<void> {
  const fd = await opened(path, 'r');
  try {
    await synced(fd);
  } finally {
    // Nothing waits for the disk here: a folder has nothing of its own to write at its end.
    closeSync(fd);
  }
}

export function rename(from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => renamePath(from, to, (error) => (error ? reject(error) : resolve())));
}

function lightFile(fd: number): LightFile {
  // The number goes to another file as soon as it is closed: a call that is still under way would write into that one.
  const underWay = new Set<Promise<void>>();
  const following = (call: Promise<void>): Promise<void> => {
    underWay.add(call);
    const done = (): void => {
      underWay.delete(call);
    };
    void call.finally(done).catch(() => undefined);
    return call;
  };
  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; ) at += await written(fd, bytes, at);
  };
  return {
    write: (bytes) => following(writeAll(bytes)),
    sync: () => following(synced(fd)),
    datasync: () => following(new Promise((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))),
    async close() {
      if (underWay.size > 0) await Promise.allSettled(underWay);
      await new Promise<void>((resolve, reject) => close(fd, (error) => (error ? reject(error) : resolve())));
    },
  };
}

function opened(path: string, flags: string, mode?: number): Promise<number> {
  return new Promise((resolve, reject) => open(path, flags, mode, (error, fd) => (error ? reject(error) : resolve(fd))));
}

function synced(fd: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(fd, (error) => (error ? reject(error) : resolve())));
}

/** @returns how many went in: of a full disk, or of a signal, it may be fewer than were given. */
function written(fd: number, bytes: Uint8Array, at: number): Promise<number> {
  return new Promise((resolve, reject) =>
    write(fd, bytes, at, bytes.length - at, null, (error, count) => (error ? reject(error) : resolve(count))),
  );
}
