import { cosign, cosignedMessage } from '../domain/proof/tlog/cosignatures/cosignature.ts';
import { withSignatures } from '../domain/proof/tlog/cosignatures/note-signatures.ts';
import type { VerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import { isFork, judgeRequest, readRequest, type Refused, type SignedRequest } from '../domain/proof/tlog/witness/judge-request.ts';
import type { KnownLog } from '../domain/proof/tlog/witness/log-list.ts';
import { HeadStore, type StoredHead } from './head-store.ts';
import type { Signer } from './keys.ts';

export type Answer =
  /** `lines`: the cosignatures as signature lines of a note. */
  | { readonly status: 200; readonly lines: string }
  /** `size`: tree size of the last cosigned checkpoint. */
  | { readonly status: 409; readonly size: number }
  | Refused;

/** State of a log as the status page and the metrics show it. */
export interface LogState {
  readonly origin: string;
  /** Null before the first cosignature. */
  readonly head: StoredHead | null;
  /** Stored requests in which the log signed another root for a size that was already cosigned. */
  readonly forks: number;
  /** Stored requests whose proof did not verify. */
  readonly unproven: number;
  /** Why the log cannot be cosigned: damaged state or a failing disk. Null if all is well. */
  readonly fault: string | null;
}

/** Cosigns the checkpoints of known logs. Only one process may use the folder. */
export class Witness {
  readonly #signers: readonly Signer[];
  readonly #store: HeadStore;
  readonly #now: () => number;
  #logs = new Map<string, KnownLog>();
  #originsByHash = new Map<string, string>();
  /** By origin: the last request, so that requests of one log run one after another. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The stored heads by origin; missing where the disk has to be read again. */
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

  /** Replaces the list of known logs. A log that leaves the list keeps its stored state in case it returns. */
  knowLogs(logs: readonly KnownLog[]): void {
    this.#logs = new Map(logs.map((log) => [log.origin, log]));
    this.#originsByHash = new Map(logs.map(({ origin }) => [originHash(origin), origin]));
  }

  /** Answers an add-checkpoint request. @throws the disk's error or DamagedState; nothing was cosigned then. */
  async add(body: Uint8Array): Promise<Answer> {
    const request = readRequest(body, (origin) => this.#logs.get(origin));
    if ('status' in request) return request;
    return this.#inTurn(request.log.origin, () => this.#cosign(request, body));
  }

  /** The last cosigned checkpoint with its signatures; null if there is none or the log is unknown. @param hash origin hash in hex. */
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

  /** Resolves when all requests under way have been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  async #cosign(request: SignedRequest, body: Uint8Array): Promise<Answer> {
    const { origin } = request.log;
    const latest = await this.#head(origin);
    const judgement = judgeRequest(request, latest?.checkpoint ?? null);
    await this.#keepRefused(origin, latest, judgement.status, request, body);
    if (judgement.status !== 200) return judgement;
    // Time never runs backwards, or a reader could not tell which of two cosignatures is later.
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
      // A full disk must not keep the log from getting its answer.
      this.#faults.set(origin, reasonOf(error));
    }
  }

  async #replace(origin: string, latest: StoredHead | null, next: StoredHead): Promise<void> {
    try {
      await this.#store.replace(origin, latest, next.note);
      this.#heads.set(origin, next);
      this.#faults.delete(origin);
    } catch (error) {
      // Whether the new file replaced the old one is unknown, so the next request reads the disk.
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
