/** Bytes that can be read in places, wherever they lie. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Bytes start..start+length, fewer at the end, none behind it. */
  readonly read: (start: number, length: number) => Promise<Uint8Array>;
}

/** Of bytes that are in memory. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return { sizeBytes: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) };
}
