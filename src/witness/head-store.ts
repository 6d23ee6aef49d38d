import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sameBytes } from '../domain/kit/bytes/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '../domain/proof/tlog/checkpoint.ts';
import { verifySignatures } from '../domain/proof/tlog/cosignatures/note-signatures.ts';
import type { VerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import { errorCode } from '../server/platform/runtime/startup-error.ts';
import { makeFolder } from '../server/platform/storage/folders.ts';
import { readIfThere, writeDurably } from '../server/platform/storage/durable-file.ts';

/** The last cosigned checkpoint of a log, as stored on disk. */
export interface StoredHead {
  readonly checkpoint: Checkpoint;
  /** The note with the log's signatures and the witness's own. */
  readonly note: string;
  /** Time of the latest cosignature in seconds since 1970. */
  readonly time: number;
}

/** The stored state of a log cannot be trusted. The log is not cosigned until an operator has repaired it. */
export class DamagedState extends Error {
  override name = 'DamagedState';
}

export type RefusedKind = 'fork' | 'unproven';

/** One folder per log: `logs/<origin hash>/checkpoint`, and in `conflicts/` the requests that were refused because of their tree. */
export class HeadStore {
  readonly #folder: string;
  readonly #ownKeys: readonly VerifierKey[];

  constructor(folder: string, ownKeys: readonly VerifierKey[]) {
    this.#folder = join(folder, 'logs');
    this.#ownKeys = ownKeys;
  }

  /** Null before the first cosignature. @throws DamagedState if this witness did not write the file; that is never taken for null. */
  async read(origin: string): Promise<StoredHead | null> {
    const path = this.#checkpointPath(origin);
    const bytes = await readIfThere(path);
    if (bytes === null) return null;
    const signed = parseCheckpoint(bytes);
    if (!signed.ok) throw new DamagedState(`${path} cannot be read: ${signed.fault}`);
    const { checkpoint, note } = signed.value;
    const own = verifySignatures(note, this.#ownKeys);
    const times = own.ok ? own.value.map(({ time }) => time ?? 0) : [];
    if (checkpoint.origin !== origin || times.length === 0)
      throw new DamagedState(`${path} is not a checkpoint that this witness cosigned`);
    return { checkpoint, note: new TextDecoder().decode(bytes), time: Math.max(...times) };
  }

  /**
   * Replaces `previous` with `next`; resolves when it is durable.
   * @throws DamagedState if the file has changed since, which means that two processes use one folder.
   */
  async replace(origin: string, previous: StoredHead | null, next: string): Promise<void> {
    const path = this.#checkpointPath(origin);
    await makeFolder(this.#logFolder(origin));
    const there = await readIfThere(path);
    const expected = previous === null ? null : new TextEncoder().encode(previous.note);
    if ((there === null) !== (expected === null) || (there && expected && !sameBytes(there, expected)))
      throw new DamagedState(`${path} was written by another process`);
    await writeDurably(path, next);
  }

  /**
   * Stores a request that was refused because of its tree, each once, at most `maxStored` of a kind. `fork`: the log signed two roots of
   * one size, which proves that it presents two histories. `unproven`: a proof did not verify, which any caller can bring about.
   */
  async keepRefused(origin: string, kind: RefusedKind, request: Uint8Array): Promise<void> {
    const folder = this.#conflictFolder(origin);
    const name = `${kind}-${createHash('sha256').update(request).digest('hex').slice(0, 16)}.txt`;
    const names = await this.#storedNames(origin, kind);
    if (names.includes(name) || names.length >= maxStored) return;
    await makeFolder(folder);
    await writeDurably(join(folder, name), Buffer.from(request).toString('utf8'));
  }

  async countRefused(origin: string, kind: RefusedKind): Promise<number> {
    return (await this.#storedNames(origin, kind)).length;
  }

  async #storedNames(origin: string, kind: RefusedKind): Promise<string[]> {
    try {
      return (await readdir(this.#conflictFolder(origin))).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.txt'));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  #conflictFolder(origin: string): string {
    return join(this.#logFolder(origin), 'conflicts');
  }

  #logFolder(origin: string): string {
    return join(this.#folder, originHash(origin));
  }

  #checkpointPath(origin: string): string {
    return join(this.#logFolder(origin), 'checkpoint');
  }
}

const maxStored = 100;
