/** Bytes that can be read in places, wherever they lie. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Bytes start..start+length, fewer at the end, none behind it. */
  read(start: number, length: number): Promise<Buffer>;
}

/** Of bytes that are in memory. */
export function bytesInMemory(bytes: Buffer): ByteSource {
  return { sizeBytes: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) };
}
