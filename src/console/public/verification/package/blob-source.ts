import type { ZipSource } from '../../../../domain/kit/zip/zip-records.ts';

/** A local file with random access, so that memory use does not grow with the file. */
export function blobSource(blob: Blob): ZipSource {
  const read = async (start: number, length: number) => new Uint8Array(await blob.slice(start, start + length).arrayBuffer());
  return {
    sizeBytes: blob.size,
    read,
    /** Reads the next slice while the current one is processed. */
    async *chunks(start, length) {
      const end = start + length;
      const sliceAt = (at: number) => read(at, Math.min(sliceBytes, end - at));
      let next = sliceAt(start);
      for (let at = start; at < end; at += sliceBytes) {
        const slice = await next;
        if (at + sliceBytes < end) next = sliceAt(at + sliceBytes);
        yield slice;
      }
    },
  };
}

const sliceBytes = 4_194_304;
