import { concatBytes } from '@noble/hashes/utils.js';
import { sameBytes } from '../tlog/bytes.ts';
import { hashWith, type DigestAlgorithm, type WeakSince } from './digest-algorithms.ts';
import { sequenceOf, type ArchiveChain, type EvidenceRecord } from './evidence-record.ts';
import { reducedRoot } from './hash-tree.ts';

/** One of the objects that a record is to be about: the manifest, or a file that it names. */
export interface DataObject {
  readonly name: string;
  /** Null where that hash of it is not known, as of a file that is not at hand. */
  readonly hash: (algorithm: DigestAlgorithm) => Uint8Array | null;
}

/**
 * Why a link does not hold. `other-algorithm`: the chain has one hash, the link another; `wrong-link`: it does not cover the token before;
 * `wrong-root`: its token is over another hash; `wrong-order`: its token is older than the one before; `no-certificate`: its token does not
 * carry the certificate that signed; `too-late`: made after the certificate of the token before had ended; `too-weak`: after the hash of
 * the token before was not to be relied on any more.
 */
export type LinkFault = 'other-algorithm' | 'wrong-link' | 'wrong-root' | 'wrong-order' | 'no-certificate' | 'too-late' | 'too-weak';

/** One token of a record, oldest first. Plain, for whoever shows it. */
export interface RecordLink {
  /** What made it necessary: the day's tree, a renewed timestamp, a renewed hash. */
  readonly kind: 'day' | 'timestamp' | 'hash';
  readonly algorithm: DigestAlgorithm;
  readonly genTime: Date;
  readonly serial: string;
  /** Until when the certificate that signed it is valid; null where the token does not carry it. */
  readonly endsAt: Date | null;
  /** Of that certificate. */
  readonly authority: string;
  readonly fault: LinkFault | null;
}

/**
 * How an object stands in a chain: covered, not in it, or not to be told without its hash. The first chain must hold all of them and
 * nothing else; a file that was lost before its hash was renewed is missing from later ones.
 */
export interface Coverage {
  readonly name: string;
  /** Of each chain, oldest first. */
  readonly chains: readonly ('covered' | 'missing' | 'unknown')[];
}

export interface RecordReport {
  readonly links: readonly RecordLink[];
  readonly coverage: readonly Coverage[];
  /** The first list holds a hash of none of the objects. Two or more are taken for given: of one alone, the sibling stands beside it. */
  readonly hasOthers: boolean;
}

/**
 * Checks all of a record but the signatures of its tokens. Never throws over a record that was read. Source: RFC 4998, 4.3 and 5.3.
 * @param weakSince what the verifier holds of hash algorithms.
 */
export function verifyRecord(record: EvidenceRecord, objects: readonly DataObject[], weakSince: WeakSince = {}): RecordReport {
  const expected = record.chains.map((chain, at) => expectedHashes(record, chain, at, objects));
  const coverage = objects.map(({ name }, object) => ({
    name,
    chains: record.chains.map((chain, at) => coverageOf(expected[at]?.[object] ?? null, firstList(chain))),
  }));
  const [first] = record.chains;
  const known = expected[0] ?? [];
  const hasOthers =
    first !== undefined && !known.includes(null) && firstList(first).some((hash) => !known.some((one) => one && sameBytes(one, hash)));
  return { links: linksOf(record, weakSince), coverage, hasOthers };
}

/** The hashes that a chain's first tree must hold: of the objects themselves, later of each with all chains before it. */
function expectedHashes(record: EvidenceRecord, chain: ArchiveChain, at: number, objects: readonly DataObject[]): (Uint8Array | null)[] {
  const algorithm = algorithmOf(chain);
  const hash = hashWith[algorithm];
  const before = at === 0 ? null : hash(sequenceOf(record.chains.slice(0, at)));
  return objects.map((object) => {
    const own = object.hash(algorithm);
    return own && before ? hash(concatBytes(own, before)) : own;
  });
}

function coverageOf(hash: Uint8Array | null, list: readonly Uint8Array[]): 'covered' | 'missing' | 'unknown' {
  if (!hash) return 'unknown';
  return list.some((one) => sameBytes(one, hash)) ? 'covered' : 'missing';
}

/** What the first token of a chain covers itself; where there is no tree, the one hash that it is over. */
function firstList({ stamps: [first] }: ArchiveChain): readonly Uint8Array[] {
  return first ? (first.tree?.[0] ?? [first.facts.imprint]) : [];
}

function algorithmOf({ stamps: [first] }: ArchiveChain): DigestAlgorithm {
  return first?.algorithm ?? 'sha256';
}

function linksOf(record: EvidenceRecord, weakSince: WeakSince): RecordLink[] {
  const links: RecordLink[] = [];
  record.chains.forEach((chain, chainAt) => {
    const algorithm = algorithmOf(chain);
    const hash = hashWith[algorithm];
    chain.stamps.forEach((stamp, at) => {
      const { facts } = stamp;
      const previousToken = chain.stamps[at - 1]?.token;
      const previous = links.at(-1);
      const root = reducedRoot(hash, stamp.tree ?? [[facts.imprint]]);
      const fault = ((): LinkFault | null => {
        if (stamp.algorithm !== algorithm || facts.imprintAlgorithm !== algorithm) return 'other-algorithm';
        if (previousToken && !(stamp.tree?.[0] ?? [facts.imprint]).some((one) => sameBytes(one, hash(previousToken)))) return 'wrong-link';
        if (!sameBytes(root, facts.imprint)) return 'wrong-root';
        if (!facts.signer) return 'no-certificate';
        if (!previous) return null;
        if (facts.genTime < previous.genTime) return 'wrong-order';
        if (previous.endsAt && facts.genTime > previous.endsAt) return 'too-late';
        const weak = weakSince[previous.algorithm];
        return weak && facts.genTime > weak ? 'too-weak' : null;
      })();
      links.push({
        kind: at > 0 ? 'timestamp' : chainAt > 0 ? 'hash' : 'day',
        algorithm,
        genTime: facts.genTime,
        serial: facts.serial,
        endsAt: facts.signer?.endsAt ?? null,
        authority: facts.signer?.commonName ?? '',
        fault,
      });
    });
  });
  return links;
}
