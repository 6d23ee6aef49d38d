import { sql } from 'kysely';
import { utf8 } from '../../../domain/tlog/bytes.ts';
import { assembleProof, inclusionPlan, planNodes } from '../../../domain/tlog/merkle-proof.ts';
import { isAnchored } from '../../../domain/evidence/shown-anchor.ts';
import { hashInTile, sliceOf, type TileSlice } from '../../../domain/tlog/tiles.ts';
import { formatTlogProof } from '../../../domain/tlog/tlog-proof.ts';
import type { Database, Tx } from '../../db/database.ts';
import { needTiles } from './log-store.ts';

/** An entry by the id that `appendEntry` gave, or by its place in the log. */
export type EntryRef = { readonly entryId: string } | { readonly seq: string };

export interface LogProof {
  readonly leafIndex: string;
  /** The C2SP tlog-proof, with the checkpoint in it: the file `.tlog-proof`. */
  readonly text: string;
  readonly checkpoint: LogCheckpoint;
  /** The RFC 3161 token over that checkpoint; null where none covers the entry yet. */
  readonly timestamp: StoredTimestamp | null;
}

export interface LogCheckpoint {
  readonly size: string;
  /** 64 lower-case hex digits. */
  readonly root: string;
  /** The signed note, byte for byte. */
  readonly note: string;
  readonly signedAt: Date;
}

export interface StoredTimestamp {
  /** The whole TimeStampResp over the SHA-256 of the note's bytes, or of the manifest's. */
  readonly der: Buffer;
  readonly chainPem: string;
  readonly genTime: Date;
  readonly serial: string;
}

/**
 * Proves an entry under the first checkpoint that covers it and has a timestamp, while none has under the first one; null for an entry that
 * waits or never was.
 * Two queries, the second for all tiles: as many as the tree has levels of 256, and one more for each at its right edge.
 */
export async function proofOf(db: Database | Tx, entry: EntryRef): Promise<LogProof | null> {
  const found = await findEntry(db, entry);
  if (!found) return null;
  const { seq, size, root, note, signedAt, der, chainPem, genTime, serial } = found;
  const text = await proofUnder(db, seq, { size, note });
  return {
    leafIndex: seq,
    text,
    checkpoint: { size, root: root.toString('hex'), note, signedAt },
    timestamp: der && chainPem !== null && genTime && serial !== null ? { der, chainPem, genTime, serial } : null,
  };
}

/** As `proofOf`, of an evidence that counts as anchored; null for one that does not yet. */
export async function anchoredProofOf(db: Database | Tx, entryId: string, needsTimestamp: boolean): Promise<LogProof | null> {
  const proof = await proofOf(db, { entryId });
  return proof && isAnchored({ stampedAt: proof.timestamp?.genTime ?? null }, needsTimestamp) ? proof : null;
}

/** The tlog-proof of an entry under a checkpoint that covers it. */
export async function proofUnder(
  db: Database | Tx,
  seq: string,
  { size, note }: { readonly size: string; readonly note: string },
): Promise<string> {
  const plan = inclusionPlan(Number(seq), Number(size));
  const hashes = await readNodes(db, planNodes(plan).map(sliceOf));
  return Buffer.from(
    formatTlogProof({ index: Number(seq), hashes: assembleProof(plan, hashes), checkpoint: utf8(note), extra: null }),
  ).toString();
}

/** The token over an entry itself, that is over the manifest of one evidence; null where there is none. */
export async function evidenceTimestampOf(db: Database | Tx, leafIndex: string): Promise<StoredTimestamp | null> {
  const row = await db
    .selectFrom('evidence_timestamp')
    .select(['der', 'chain_pem', 'gen_time', 'serial'])
    .where('seq', '=', leafIndex)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return row?.der && row.chain_pem !== null && row.gen_time && row.serial !== null
    ? { der: row.der, chainPem: row.chain_pem, genTime: row.gen_time, serial: row.serial }
    : null;
}

interface FoundEntry {
  seq: string;
  size: string;
  root: Buffer;
  note: string;
  signedAt: Date;
  der: Buffer | null;
  chainPem: string | null;
  genTime: Date | null;
  serial: string | null;
}

async function findEntry(db: Database | Tx, entry: EntryRef): Promise<FoundEntry | undefined> {
  const isEntry = 'seq' in entry ? sql`e.seq = ${entry.seq}::bigint` : sql`e.pending_id = ${entry.entryId}::bigint`;
  const { rows } = await sql<FoundEntry>`
    select e.seq, c.size, c.root, c.note, c.signed_at as "signedAt", t.der, t.chain_pem as "chainPem", t.gen_time as "genTime", t.serial
      from log_entry e
      left join lateral (
        select * from log_timestamp where checkpoint_size > e.seq and state = 'done' order by checkpoint_size limit 1
      ) t on true
      cross join lateral (
        select * from log_checkpoint where size > e.seq and size >= coalesce(t.checkpoint_size, 0) order by size limit 1
      ) c
     where ${isEntry}`.execute(db);
  return rows[0];
}

/** Hashes of perfect subtrees out of the narrowest tiles that hold them; each tile is read once. */
export async function readNodes(db: Database | Tx, slices: readonly TileSlice[]): Promise<Uint8Array[]> {
  const widths = new Map<string, { level: number; index: number; width: number }>();
  for (const { level, index, first, count } of slices) {
    const key = `${level}/${index}`;
    widths.set(key, { level, index, width: Math.max(first + count, widths.get(key)?.width ?? 0) });
  }
  const bytes = await needTiles(db, [...widths.values()]);
  const tiles = new Map([...widths.keys()].map((key, at) => [key, bytes[at]]));
  return slices.map((slice) => hashInTile(slice, tiles.get(`${slice.level}/${slice.index}`) ?? new Uint8Array(0)));
}
