/** Random access to bytes, wherever they are stored. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Bytes start..start+length; fewer at the end, none beyond it. */
  readonly read: (start: number, length: number) => Promise<Uint8Array>;
}

/** A source over bytes in memory. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return { sizeBytes: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) };
}
