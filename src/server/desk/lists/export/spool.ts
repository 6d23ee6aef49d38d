import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/**
 * Buffers a stream in a file, so that the source finishes independently of a slow reader. The file is a ring buffer of at most
 * `capacityBytes`: if it is full, the source waits for the reader. The file is unlinked at once, so nothing remains however this ends.
 */
export async function spool(source: Readable, capacityBytes: number): Promise<Readable> {
  const path = join(tmpdir(), `notary-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return new Spool(source, file, capacityBytes);
}

class Spool extends Readable {
  readonly #source: Readable;
  readonly #file: FileHandle;
  readonly #capacity: number;
  readonly #filling: Promise<void>;
  #reading: Promise<void> = Promise.resolve();
  #written = 0;
  #taken = 0;
  #isWhole = false;
  /** Wakes the side that waits for the other. */
  #wake: () => void = () => undefined;

  constructor(source: Readable, file: FileHandle, capacityBytes: number) {
    super({ highWaterMark: sliceBytes });
    this.#source = source;
    this.#file = file;
    this.#capacity = capacityBytes;
    this.#filling = this.#fill().catch((error: unknown) => void this.destroy(error instanceof Error ? error : new Error(String(error))));
  }

  override _read(): void {
    this.#reading = this.#give().catch((error: unknown) => void this.destroy(error instanceof Error ? error : new Error(String(error))));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#source.destroy();
    this.#wake();
    void this.#close();
    done(error);
  }

  /** Closes the file once no read or write is running. If that fails, the unlinked file disappears with the process. */
  async #close(): Promise<void> {
    await Promise.allSettled([this.#filling, this.#reading]);
    await this.#file.close().catch(() => undefined);
  }

  async #fill(): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        for (let rest: Uint8Array = chunk; rest.length > 0; ) {
          while (this.#written - this.#taken >= this.#capacity) await this.#change();
          if (this.destroyed) return;
          const place = this.#written % this.#capacity;
          const bytes = Math.min(rest.length, this.#capacity - place, this.#capacity - (this.#written - this.#taken));
          await this.#file.write(rest, 0, bytes, place);
          rest = rest.subarray(bytes);
          this.#written += bytes;
          this.#wake();
        }
      }
    } catch (error) {
      // After `destroy` the error only means that the source was destroyed too.
      if (!this.destroyed) throw error;
      return;
    }
    this.#isWhole = true;
    this.#wake();
  }

  async #give(): Promise<void> {
    while (this.#written === this.#taken && !this.#isWhole && !this.destroyed) await this.#change();
    if (this.destroyed) return;
    const place = this.#taken % this.#capacity;
    const bytes = Math.min(sliceBytes, this.#written - this.#taken, this.#capacity - place);
    if (bytes === 0) return void this.push(null);
    const slice = Buffer.allocUnsafe(bytes);
    await this.#file.read(slice, 0, bytes, place);
    this.#taken += bytes;
    this.#wake();
    this.push(slice);
  }

  /** One callback suffices, because only one side can be waiting: the file is either full or empty. */
  #change(): Promise<void> {
    return this.destroyed ? Promise.reject(new Error('the download was given up')) : new Promise((resolve) => (this.#wake = resolve));
  }
}

const sliceBytes = 65_536;
