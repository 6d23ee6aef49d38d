import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import type { NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NamedFiles } from '../../platform/storage/named-files.ts';
import { StorageError } from '../../platform/storage/store.ts';
import type { LogSigner } from './log-signer.ts';
import { growLog, type SequencerOptions } from './sequencer.ts';

/** File beside the objects with a recent checkpoint of this log. It survives when the database is reset to an older state. */
const savedCheckpointName = 'log-checkpoint';
const saveEveryMs = 10_000;

interface Guard {
  readonly db: Database;
  readonly signer: LogSigner;
  readonly files: () => Promise<NamedFiles>;
  readonly now?: () => number;
}

/**
 * Returns the job that grows the log, unless the database has fallen back behind its own checkpoints: it was restored from an older copy,
 * or it is a promoted standby that lacked what the primary had signed. Growing it would sign a second history. After a start the kept file
 * reveals this; later, what this process has seen. @throws Error on every run while the database lacks a signed checkpoint.
 */
export function guardedGrowth({ db, signer, files, now = Date.now }: Guard, options: SequencerOptions): () => Promise<number> {
  let seen: Pick<Checkpoint, 'size' | 'root'> | null | undefined;
  let saved = { size: 0, at: Number.NEGATIVE_INFINITY };
  return async () => {
    if (seen === undefined) seen = await readSavedCheckpoint(await files(), signer.key);
    if (seen) await requireIn(db, seen);
    const grown = await growLog(db, signer, options);
    const newest = grown > 0 || seen === null ? await newestOf(db) : undefined;
    if (newest) seen = { size: Number(newest.size), root: Uint8Array.from(newest.root) };
    if (seen && seen.size > saved.size && now() - saved.at >= saveEveryMs) {
      const { note } = newest ?? (await newestOf(db)) ?? { note: '' };
      await saveCheckpoint(await files(), note);
      saved = { size: seen.size, at: now() };
    }
    return grown;
  };
}

/** Accepts a database that was set back on purpose. @returns the size of the log in the kept checkpoint; null if none was kept. */
export async function deleteSavedCheckpoint(files: NamedFiles, key: NoteKey | null): Promise<number | null> {
  const saved = key && (await readSavedCheckpoint(files, key));
  await files.remove(savedCheckpointName);
  return saved?.size ?? null;
}

/** Null if nothing is kept, or if the checkpoint is not signed by this log's key: another log's says nothing about this one. */
async function readSavedCheckpoint(files: NamedFiles, key: NoteKey): Promise<Checkpoint | null> {
  const stream = await files.open(savedCheckpointName).catch((error: unknown) => {
    if (error instanceof StorageError && error.kind === 'missing') return null;
    throw error;
  });
  const read = stream && parseCheckpoint(Uint8Array.from(await buffer(stream)));
  if (!read?.ok) return null;
  const { checkpoint, note } = read.value;
  return verifyCheckpoint(checkpoint, note, { origin: key.name, keys: [key] }).ok ? checkpoint : null;
}

async function saveCheckpoint(files: NamedFiles, note: string): Promise<void> {
  const bytes = Buffer.from(note);
  await files.put(savedCheckpointName, Readable.from([bytes]), bytes.length);
}

/** The saved checkpoint compared with the database. */
export interface SavedHistory {
  /** Sizes of the saved checkpoint and of the database's newest. */
  readonly kept: number;
  readonly newest: number;
  readonly isInDatabase: boolean;
}

/** Whether the database has the checkpoint that is saved beside its files; null if none of this log is saved. */
export async function compareSaved(db: Database, files: NamedFiles, key: NoteKey): Promise<SavedHistory | null> {
  const kept = await readSavedCheckpoint(files, key);
  return kept && { kept: kept.size, newest: Number((await newestOf(db))?.size ?? 0), isInDatabase: await isIn(db, kept) };
}

async function requireIn(db: Database, checkpoint: Pick<Checkpoint, 'size' | 'root'>): Promise<void> {
  if (await isIn(db, checkpoint)) return;
  const newest = await newestOf(db);
  throw new Error(
    `THE DATABASE IS OLDER THAN ITS LOG: checkpoint ${checkpoint.size} was signed, and the database does not have it (its newest is ` +
      `${newest?.size ?? 0}). It was taken back to an older state, or a standby was promoted that had not everything. The log does not ` +
      'grow meanwhile; see "A database that fell back" in docs/operations.md',
  );
}

async function isIn(db: Database, { size, root }: Pick<Checkpoint, 'size' | 'root'>): Promise<boolean> {
  const row = await db.selectFrom('log_checkpoint').select('root').where('size', '=', String(size)).executeTakeFirst();
  return row !== undefined && sameBytes(Uint8Array.from(row.root), root);
}

async function newestOf(db: Database) {
  return db.selectFrom('log_checkpoint').select(['size', 'root', 'note']).orderBy('size', 'desc').limit(1).executeTakeFirst();
}
