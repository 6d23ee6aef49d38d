import { close, closeSync, fsync, open, rename as renamePath, write } from 'node:fs';

// What a put does with files, by their numbers and callbacks: a `FileHandle` of `node:fs/promises` costs twice the processor time for each
// call, and every evidence makes eight (docs/decisions/0060-what-a-piece-costs.md).

export interface LightFile {
  /** Appends all of the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when what was written is on the disk; of a folder, its entries. */
  sync(): Promise<void>;
  /** Once, however the work with it ended: nobody else closes it. */
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
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) at += await written(fd, bytes, at);
    },
    sync: () => synced(fd),
    close: () => new Promise((resolve, reject) => close(fd, (error) => (error ? reject(error) : resolve()))),
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
