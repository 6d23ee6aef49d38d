import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringItem, stringsHead, stringsTail } from './sheet-xml.ts';

/** The table of a workbook's texts (ECMA-376-1, 18.4). Previews on phones leave out texts that stand in the cells themselves. */
export interface SharedStrings {
  /** The place of a text in the table. */
  placeOf(text: string): number;
  /** Writes what was added since the last call to the disk. */
  flush(): Promise<void>;
  /** The table as XML; everything must be flushed. */
  content(): AsyncGenerator<Buffer | string>;
  close(): Promise<void>;
}

/**
 * The table grows beside the sheets, which stand before it in the file. It waits in a file that is unlinked at once, so that memory use
 * does not depend on the number of rows; only the most frequent texts, which come early, are found again and stand in it once.
 */
export async function sharedStrings(): Promise<SharedStrings> {
  const path = join(tmpdir(), `notary-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  const places = new Map<string, number>();
  let count = 0;
  let sizeBytes = 0;
  let waiting = '';
  return {
    placeOf(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      waiting += stringItem(text);
      count += 1;
      if (places.size < mostKnown && text.length <= longestKnown) places.set(text, count - 1);
      return count - 1;
    },
    async flush() {
      const bytes = Buffer.from(waiting);
      waiting = '';
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, sizeBytes + at)).bytesWritten;
      sizeBytes += bytes.length;
    },
    async *content() {
      yield stringsHead;
      for (let at = 0; at < sizeBytes; ) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(sliceBytes), 0, Math.min(sliceBytes, sizeBytes - at), at);
        if (bytesRead === 0) throw new Error('the table of texts was cut');
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      yield stringsTail;
    },
    close: () => file.close(),
  };
}

const mostKnown = 20_000;
const longestKnown = 100;
const sliceBytes = 65_536;
