import { cosign, cosignedMessage } from '../domain/tlog/cosignatures/cosignature.ts';
import { withSignatures } from '../domain/tlog/cosignatures/note-signatures.ts';
import type { VerifierKey } from '../domain/tlog/cosignatures/verifier-key.ts';
import { originHash } from '../domain/tlog/witness/add-checkpoint.ts';
import { isFork, judgeRequest, readRequest, type Refused, type SignedRequest } from '../domain/tlog/witness/judge-request.ts';
import type { KnownLog } from '../domain/tlog/witness/log-list.ts';
import { HeadStore, type StoredHead } from './head-store.ts';
import type { Signer } from './keys.ts';

export type Answer =
  /** Signature lines: the cosignatures. */
  | { readonly status: 200; readonly lines: string }
  /** The size that was cosigned last. */
  | { readonly status: 409; readonly size: number }
  | Refused;

/** What is shown of a log. */
export interface LogState {
  readonly origin: string;
  /** Null before the first cosignature. */
  readonly head: StoredHead | null;
  /** Requests in which the log signed another root of a size that was cosigned. */
  readonly forks: number;
  /** Requests whose proof did not verify. */
  readonly unproven: number;
  /** Why the log is not cosigned: its state is damaged, or the disk is. Null where all is well. */
  readonly fault: string | null;
}

/** Cosigns the checkpoints of known logs. One process alone may have the folder. */
export class Witness {
  readonly #signers: readonly Signer[];
  readonly #store: HeadStore;
  readonly #now: () => number;
  #logs = new Map<string, KnownLog>();
  #originsByHash = new Map<string, string>();
  /** By origin: each log's requests one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** What lies on the disk, by origin; missing where it has to be read again. */
  readonly #heads = new Map<string, StoredHead | null>();
  readonly #faults = new Map<string, string>();

  /** @param now milliseconds since 1970. */
  constructor(folder: string, signers: readonly Signer[], now: () => number = Date.now) {
    this.#signers = signers;
    this.#store = new HeadStore(folder, this.keys);
    this.#now = now;
  }

  get keys(): readonly VerifierKey[] {
    return this.#signers.map(({ key }) => key);
  }

  /** Logs that are not in the list any more keep their state, for when they come back. */
  knowLogs(logs: readonly KnownLog[]): void {
    this.#logs = new Map(logs.map((log) => [log.origin, log]));
    this.#originsByHash = new Map(logs.map(({ origin }) => [originHash(origin), origin]));
  }

  /** @throws what the disk throws, and DamagedState: then nothing was cosigned. */
  async add(body: Uint8Array): Promise<Answer> {
    const request = readRequest(body, (origin) => this.#logs.get(origin));
    if ('status' in request) return request;
    return this.#inTurn(request.log.origin, () => this.#cosign(request, body));
  }

  /** The checkpoint that was cosigned last, with its signatures; null for an unknown log and for one that was not cosigned yet. */
  async checkpointOf(hash: string): Promise<string | null> {
    const origin = this.#originsByHash.get(hash);
    return origin === undefined ? null : ((await this.#head(origin))?.note ?? null);
  }

  async states(): Promise<readonly LogState[]> {
    return Promise.all(
      [...this.#logs.keys()].map(async (origin) => {
        try {
          const head = await this.#head(origin);
          const [forks, unproven] = [await this.#store.countRefused(origin, 'fork'), await this.#store.countRefused(origin, 'unproven')];
          return { origin, head, forks, unproven, fault: this.#faults.get(origin) ?? null };
        } catch (error) {
          return { origin, head: null, forks: 0, unproven: 0, fault: reasonOf(error) };
        }
      }),
    );
  }

  /** Resolves when what is under way has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  async #cosign(request: SignedRequest, body: Uint8Array): Promise<Answer> {
    const { origin } = request.log;
    const latest = await this.#head(origin);
    const judgement = judgeRequest(request, latest?.checkpoint ?? null);
    await this.#keepRefused(origin, latest, judgement.status, request, body);
    if (judgement.status !== 200) return judgement;
    // Time never runs back, or a reader could not tell which of two cosignatures is the later one.
    const time = Math.max(Math.floor(this.#now() / 1000), latest?.time ?? 0, 1);
    const { text } = request.note;
    // An ML-DSA cosignature has no room for an origin of more than 255 bytes.
    const able = this.#signers.filter(({ key }) => cosignedMessage(key, text, time) !== null);
    const lines = able.map(({ key, sign }) => cosign(key, text, time, sign));
    const note = withSignatures({ text, signatures: [] }, [...request.logLines, ...lines]);
    await this.#replace(origin, latest, { checkpoint: request.checkpoint, time, note });
    return { status: 200, lines: lines.join('') };
  }

  async #keepRefused(origin: string, latest: StoredHead | null, status: number, request: SignedRequest, body: Uint8Array): Promise<void> {
    const hasForked = latest !== null && isFork(request.checkpoint, latest.checkpoint);
    if (!hasForked && status !== 422) return;
    try {
      await this.#store.keepRefused(origin, hasForked ? 'fork' : 'unproven', body);
    } catch (error) {
      // A full disk must not hide the answer from the log.
      this.#faults.set(origin, reasonOf(error));
    }
  }

  async #replace(origin: string, latest: StoredHead | null, next: StoredHead): Promise<void> {
    try {
      await this.#store.replace(origin, latest, next.note);
      this.#heads.set(origin, next);
      this.#faults.delete(origin);
    } catch (error) {
      // Whether the new file is in its place is not known: the next request reads it.
      this.#heads.delete(origin);
      this.#faults.set(origin, reasonOf(error));
      throw error;
    }
  }

  async #head(origin: string): Promise<StoredHead | null> {
    const known = this.#heads.get(origin);
    if (known !== undefined) return known;
    const head = await this.#store.read(origin);
    this.#heads.set(origin, head);
    return head;
  }

  async #inTurn<Result>(origin: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(origin) ?? Promise.resolve();
    const turn = before.then(act, act);
    this.#turns.set(
      origin,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
