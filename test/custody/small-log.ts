import { utf8 } from '../../src/domain/kit/bytes/bytes.ts';
import { signCheckpoint } from '../../src/domain/proof/tlog/checkpoint.ts';
import { leafHash, merkleRoot, type Hash } from '../../src/domain/proof/tlog/merkle.ts';
import { consistencyProof } from '../../src/domain/proof/tlog/merkle-proof.ts';
import { formatVkey } from '../../src/domain/proof/tlog/note-key.ts';
import { formatAddCheckpoint } from '../../src/domain/proof/tlog/witness/add-checkpoint.ts';
import { newLogKey } from './evidence.ts';

/** A log in memory that signs whatever a test wants, even another history. */
export class SmallLog {
  readonly vkey: string;
  readonly #signing: ReturnType<typeof newLogKey>;
  readonly #leaves: Hash[] = [];

  constructor(
    readonly origin: string,
    readonly history = 'first',
    signing = newLogKey(origin),
  ) {
    this.#signing = signing;
    this.vkey = formatVkey(signing.key);
  }

  get key() {
    return this.#signing.key;
  }

  /** A log with other leaves from `size` on, under the same key. */
  forkedAt(size: number): SmallLog {
    const fork = new SmallLog(this.origin, 'second', this.#signing);
    fork.#leaves.push(...this.#first(size));
    return fork;
  }

  /** The same leaves, signed by a new key. */
  withNewKey(): SmallLog {
    const log = new SmallLog(this.origin, this.history);
    log.#leaves.push(...this.#leaves);
    return log;
  }

  root(size: number): Hash {
    return merkleRoot(this.#first(size));
  }

  checkpoint(size: number): string {
    return signCheckpoint({ size, root: this.root(size) }, this.#signing.key, this.#signing.sign);
  }

  /** Signs any root. */
  checkpointOf(size: number, root: Hash): string {
    return signCheckpoint({ size, root }, this.#signing.key, this.#signing.sign);
  }

  proof(oldSize: number, newSize: number): Hash[] {
    this.#first(newSize);
    const read = ({ level, index }: { level: number; index: number }) =>
      merkleRoot(this.#leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
    return oldSize === 0 ? [] : consistencyProof(oldSize, newSize, read);
  }

  /** A valid request. */
  request(oldSize: number, newSize: number): Uint8Array {
    return formatAddCheckpoint({ oldSize, proof: this.proof(oldSize, newSize), checkpoint: utf8(this.checkpoint(newSize)) });
  }

  #first(size: number): Hash[] {
    for (let at = this.#leaves.length; at < size; at += 1) this.#leaves.push(leafHash(utf8(`${this.history} ${at}`)));
    return this.#leaves.slice(0, size);
  }
}
