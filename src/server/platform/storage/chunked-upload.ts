import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { StagingAreas } from './staging-areas.ts';
import type { ObjectStore } from './store.ts';

/** A chunk of an upload, as its staging area holds it. */
export interface StoredChunk {
  /** Offset of the chunk's first byte in the whole upload. */
  readonly start: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The table that lists the chunks that count, and its column that holds the upload's id. */
export type ChunkTable =
  | { readonly table: 'recording_piece'; readonly upload: 'recording_id' }
  | { readonly table: 'evidence_upload_piece'; readonly upload: 'upload_id' }
  | { readonly table: 'app_upload_piece'; readonly upload: 'upload_id' };

export interface IncomingChunk {
  /** Offset at which the sender believes the upload to stand, in bytes. */
  readonly start: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The sender's own hash. Absent if the whole upload comes at once and the sender gave none. */
  readonly sha256?: string;
  readonly maxBytes: number;
}

/**
 * Takes in a chunk. Once this resolves, the chunk is on stable storage and counts; before that, no part of it counts.
 * @param count makes the chunk count, in one transaction. Of two concurrent chunks for one offset it lets one through. The bytes of a chunk
 * that it refuses stay in the staging area until that is discarded.
 * @throws StorageError `too_large`, `hash_mismatch`; whatever `bytes` or `count` fails with.
 */
export async function takeChunk<Counted>(
  db: Database,
  stage: ObjectStore,
  { start, bytes, sha256, maxBytes }: IncomingChunk,
  count: (tx: Tx, chunk: StoredChunk) => Promise<Counted>,
): Promise<Counted> {
  const stored = await stage.put(bytes, { maxBytes, ...(sha256 !== undefined && { expectedSha256: sha256 }) });
  return db.transaction().execute((tx) => count(tx, { start, sizeBytes: stored.sizeBytes, sha256: stored.sha256 }));
}

/** Makes the chunk count. Runs in the transaction of `takeChunk`'s `count`. */
export async function addChunk(tx: Tx, { table, upload }: ChunkTable, id: string, chunk: StoredChunk): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${sql.ref(upload)}, start_byte, size_bytes, sha256)
    values (${id}, ${chunk.start}, ${chunk.sizeBytes}, ${chunk.sha256})`.execute(tx);
}

/** The chunks of an upload that count and start at or after `from`, ordered by offset. */
export async function listChunks(db: Database | Tx, { table, upload }: ChunkTable, id: string, from = 0): Promise<StoredChunk[]> {
  const { rows } = await sql<{ start: string; size: string; sha256: string }>`
    select start_byte as start, size_bytes as size, sha256 from ${sql.table(table)}
     where ${sql.ref(upload)} = ${id} and start_byte >= ${from} order by start_byte`.execute(db);
  return rows.map(({ start, size, sha256 }) => ({ start: Number(start), sizeBytes: Number(size), sha256 }));
}

/**
 * Presents chunks as one file, readable by range and as a stream. @param chunks ordered by offset, without gaps.
 * Reading throws StorageError `missing` if someone else has discarded the chunks.
 */
export function joinChunks(stage: ObjectStore, chunks: readonly StoredChunk[]) {
  const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.sizeBytes, 0);
  async function* bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (const chunk of chunks) {
      const chunkEnd = chunk.start + chunk.sizeBytes;
      if (chunkEnd <= start || chunk.start >= end) continue;
      const range = { start: Math.max(start, chunk.start) - chunk.start, end: Math.min(end, chunkEnd) - chunk.start - 1 };
      yield* (await stage.open(chunk.sha256, range)).stream as AsyncIterable<Buffer>;
    }
  }
  return {
    sizeBytes,
    async read(start: number, length: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for await (const part of bytes(start, Math.min(sizeBytes, start + length))) parts.push(part);
      return Buffer.concat(parts);
    },
    stream: (start = 0) => bytes(start, sizeBytes),
  };
}

/**
 * Discards the staging areas of uploads that are over. @param stillOpen returns those of the names whose upload is still open. An upload is
 * registered before its staging area is made, so every listed name is known by the time `stillOpen` answers.
 */
export async function discardAbandoned(stages: StagingAreas, stillOpen: (names: string[]) => Promise<readonly string[]>): Promise<void> {
  const staged = await stages.names();
  if (staged.length === 0) return;
  const needed = new Set(await stillOpen(staged));
  for (const name of staged) if (!needed.has(name)) await stages.discard(name);
}
