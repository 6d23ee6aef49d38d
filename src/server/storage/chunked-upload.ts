import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { StagingAreas } from './staging-areas.ts';
import type { ObjectStore } from './store.ts';

/** A chunk of an upload, as its stage holds it. */
export interface StoredChunk {
  /** Where it begins in the whole, in bytes. */
  readonly start: number;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Where the chunks that count are listed: a table, and its column that names the upload. */
export type ChunkTable =
  | { readonly table: 'recording_piece'; readonly upload: 'recording_id' }
  | { readonly table: 'evidence_upload_piece'; readonly upload: 'upload_id' }
  | { readonly table: 'app_upload_piece'; readonly upload: 'upload_id' };

export interface IncomingChunk {
  /** Where its sender believes the upload to stand, in bytes. */
  readonly start: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** As its sender has it; none where the whole comes at once and nobody told. */
  readonly sha256?: string;
  readonly maxBytes: number;
}

/**
 * Takes a chunk in. When this resolves the chunk is on stable storage and counts; before, nothing of it does.
 * @param count makes it count, in one transaction: of two that come at once for one place, it lets one. What it refuses stays in the
 *   stage, and goes with it.
 * @throws StorageError `too_large`, `hash_mismatch`; what the bytes or `count` fail with.
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

/** In the transaction that lets the chunk count. */
export async function addChunk(tx: Tx, { table, upload }: ChunkTable, id: string, chunk: StoredChunk): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${sql.ref(upload)}, start_byte, size_bytes, sha256)
    values (${id}, ${chunk.start}, ${chunk.sizeBytes}, ${chunk.sha256})`.execute(tx);
}

/** What counts of an upload, from a byte on, in the order of its bytes. */
export async function listChunks(db: Database | Tx, { table, upload }: ChunkTable, id: string, from = 0): Promise<StoredChunk[]> {
  const { rows } = await sql<{ start: string; size: string; sha256: string }>`
    select start_byte as start, size_bytes as size, sha256 from ${sql.table(table)}
     where ${sql.ref(upload)} = ${id} and start_byte >= ${from} order by start_byte`.execute(db);
  return rows.map(({ start, size, sha256 }) => ({ start: Number(start), sizeBytes: Number(size), sha256 }));
}

/**
 * Chunks as the one file that they are: to be read in places, and as a stream. @param chunks in the order of their bytes, without gaps.
 * Reading throws StorageError `missing` when another one has thrown them away.
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
 * Throws away the stages of uploads that are over. @param stillOpen of these names. Uploads are registered before their stages are made, so
 * that none of the names is newer than its answer.
 */
export async function discardAbandoned(stages: StagingAreas, stillOpen: (names: string[]) => Promise<readonly string[]>): Promise<void> {
  const staged = await stages.names();
  if (staged.length === 0) return;
  const needed = new Set(await stillOpen(staged));
  for (const name of staged) if (!needed.has(name)) await stages.discard(name);
}
