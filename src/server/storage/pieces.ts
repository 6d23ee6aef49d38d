import type { ObjectStore } from './store.ts';

/** A piece of an upload, as its stage holds it. */
export interface StagedPiece {
  /** Where it begins in the whole, in bytes. */
  readonly start: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * Pieces as the one file that they are: to be read in places, and as a stream. @param pieces in the order of their bytes, without gaps.
 * Reading throws StorageError `missing` when another one has thrown them away.
 */
export function joinPieces(stage: ObjectStore, pieces: readonly StagedPiece[]) {
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0);
  async function* bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      const pieceEnd = piece.start + piece.sizeBytes;
      if (pieceEnd <= start || piece.start >= end) continue;
      const range = { start: Math.max(start, piece.start) - piece.start, end: Math.min(end, pieceEnd) - piece.start - 1 };
      yield* (await stage.open(piece.sha256, range)).stream as AsyncIterable<Buffer>;
    }
  }
  return {
    sizeBytes,
    async read(start: number, length: number): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for await (const chunk of bytes(start, Math.min(sizeBytes, start + length))) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    stream: (start = 0) => bytes(start, sizeBytes),
  };
}
