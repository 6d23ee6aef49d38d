import { sql } from 'kysely';
import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { assembleProof, inclusionPlan, planNodes } from '../../../domain/proof/tlog/merkle-proof.ts';
import { isAnchored } from '../../../domain/proof/evidence/shown-anchor.ts';
import { hashInTile, sliceOf, type TileSlice } from '../../../domain/proof/tlog/tiles.ts';
import { formatTlogProof } from '../../../domain/proof/tlog/tlog-proof.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { heldFrom } from '../../desk/events/anchored-store.ts';
import { newestProvenSize } from '../../desk/events/cosigned-size.ts';
import { linesUnder, noteWith, withCosignatures } from './cosigned.ts';
import { needTiles } from './log-store.ts';

/** An entry, by the id that `appendEntry` returned or by its index in the log. */
export type EntryRef = { readonly entryId: string } | { readonly seq: string };

export interface LogProof {
  readonly leafIndex: string;
  /** The file `.tlog-proof`: a C2SP tlog-proof that includes the checkpoint and its cosignatures. */
  readonly text: string;
  readonly checkpoint: LogCheckpoint;
  /** The first RFC 3161 token that covers the entry, over `stamped` if that is set, else over `checkpoint`; null if there is none yet. */
  readonly timestamp: StoredTimestamp | null;
  /** Set if the token is over an earlier checkpoint: that checkpoint and the proof under it. */
  readonly stamped: { readonly checkpoint: LogCheckpoint; readonly text: string } | null;
}

export interface LogCheckpoint {
  readonly size: string;
  /** 64 lower-case hex digits. */
  readonly root: string;
  /** The signed note, byte for byte, without cosignatures: the content that a token covers. */
  readonly note: string;
  readonly signedAt: Date;
}

export interface StoredTimestamp {
  /** The whole TimeStampResp, over the SHA-256 of the bytes of the note or the manifest. */
  readonly der: Buffer;
  readonly chainPem: string;
  readonly genTime: Date;
  readonly serial: string;
}

/**
 * Proves an entry under the newest checkpoint that meets the office's policy; without a policy, under the newest of all. While no such
 * checkpoint covers the entry, the proof is under the first one that has a timestamp, or else the first of all. Null if the entry waits or
 * does not exist.
 * Source: spec/court, 5.
 */
export async function proofOf(db: Database | Tx, entry: EntryRef): Promise<LogProof | null> {
  const found = await findEntry(db, entry);
  if (!found) return null;
  const { seq, newest, der, chainPem, genTime, serial } = found;
  const timestamp = der && chainPem !== null && genTime && serial !== null ? { der, chainPem, genTime, serial } : null;
  if (!newest || newest.size === found.size) return { leafIndex: seq, ...(await provenUnder(db, seq, found)), timestamp, stamped: null };
  const stamped = timestamp && (await provenUnder(db, seq, found));
  return { leafIndex: seq, ...(await provenUnder(db, seq, newest)), timestamp, stamped };
}

async function provenUnder(db: Database | Tx, seq: string, { size, root, note, signedAt, lines }: FoundCheckpoint) {
  const text = await proofUnder(db, seq, { size, note: noteWith(note, lines) });
  return { checkpoint: { size, root: root.toString('hex'), note, signedAt }, text };
}

/** Like `proofOf`, for an evidence that counts as anchored; null if it does not yet. */
export async function anchoredProofOf(db: Database | Tx, entryId: string, needsTimestamp: boolean): Promise<LogProof | null> {
  const proof = await proofOf(db, { entryId });
  if (!proof || !isAnchored({ stampedAt: proof.timestamp?.genTime ?? null }, needsTimestamp)) return null;
  const { rows } = await sql<{ isHeld: boolean }>`select ${proof.leafIndex}::bigint >= ${heldFrom} as "isHeld"`.execute(db);
  return rows[0]?.isHeld === false ? proof : null;
}

/** Like `proofUnder`, including the checkpoint's cosignatures. */
export async function cosignedProof(
  db: Database | Tx,
  seq: string,
  checkpoint: { readonly size: string; readonly note: string },
): Promise<string> {
  return proofUnder(db, seq, { size: checkpoint.size, note: await withCosignatures(db, checkpoint) });
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

/** The token over an entry itself, that is, over the manifest of one evidence; null if there is none. */
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

interface FoundCheckpoint {
  size: string;
  root: Buffer;
  note: string;
  signedAt: Date;
  /** Signature lines of witnesses. */
  lines: string[];
}

/** An entry, the first checkpoint that covers it and has a token (else the first that covers it), and the one that `proofOf` prefers. */
interface FoundEntry extends FoundCheckpoint {
  seq: string;
  newest: FoundCheckpoint | null;
  der: Buffer | null;
  chainPem: string | null;
  genTime: Date | null;
  serial: string | null;
}

async function findEntry(db: Database | Tx, entry: EntryRef): Promise<FoundEntry | undefined> {
  const isEntry = 'seq' in entry ? sql`e.seq = ${entry.seq}::bigint` : sql`e.pending_id = ${entry.entryId}::bigint`;
  const { rows } = await sql<FoundRow>`
    select e.seq, c.size, c.root, c.note, c.signed_at as "signedAt", ${linesUnder(sql`c.size`)} as lines,
           n.size as "newSize", n.root as "newRoot", n.note as "newNote", n.signed_at as "newSignedAt", n.lines as "newLines",
           t.der, t.chain_pem as "chainPem", t.gen_time as "genTime", t.serial
      from log_entry e
      left join lateral (
        select * from log_timestamp where checkpoint_size > e.seq and state = 'done' order by checkpoint_size limit 1
      ) t on true
      cross join lateral (
        select * from log_checkpoint where size > e.seq and size >= coalesce(t.checkpoint_size, 0) order by size limit 1
      ) c
      left join lateral (
        select k.*, ${linesUnder(sql`k.size`)} as lines from log_checkpoint k where k.size = ${newestProvenSize} and k.size > e.seq
      ) n on true
     where ${isEntry}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { newSize: size, newRoot: root, newNote: note, newSignedAt: signedAt, newLines: lines, ...found } = row;
  return { ...found, newest: size !== null && root && note !== null && signedAt && lines ? { size, root, note, signedAt, lines } : null };
}

interface FoundRow extends Omit<FoundEntry, 'newest'> {
  newSize: string | null;
  newRoot: Buffer | null;
  newNote: string | null;
  newSignedAt: Date | null;
  newLines: string[] | null;
}

/** Hashes of perfect subtrees. Reads each tile once, no wider than needed. */
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
