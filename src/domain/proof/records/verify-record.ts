import { concatBytes } from '@noble/hashes/utils.js';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { hashWith, type DigestAlgorithm, type WeakSince } from './digest-algorithms.ts';
import { sequenceOf, type ArchiveChain, type EvidenceRecord } from './evidence-record.ts';
import { reducedRoot } from './hash-tree.ts';

/** An object that a record must cover: the manifest, or a file that it names. */
export interface DataObject {
  readonly name: string;
  /** Null if this hash is unknown, for example because the file is not available. */
  readonly hash: (algorithm: DigestAlgorithm) => Uint8Array | null;
}

/**
 * Why a link does not hold. `other-algorithm`: the link's hash differs from its chain's; `wrong-link`: it does not cover the previous
 * token; `wrong-root`: its token covers another hash; `wrong-order`: its token is older than the previous one; `no-certificate`: its token
 * does not carry the signing certificate; `too-late`: made after the previous token's certificate had expired; `too-weak`: made after the
 * previous token's hash had become unreliable.
 */
export type LinkFault = 'other-algorithm' | 'wrong-link' | 'wrong-root' | 'wrong-order' | 'no-certificate' | 'too-late' | 'too-weak';

/** One token of a record. */
export interface RecordLink {
  /** Why the link was made: the day's tree, a renewed timestamp or a renewed hash. */
  readonly kind: 'day' | 'timestamp' | 'hash';
  readonly algorithm: DigestAlgorithm;
  readonly genTime: Date;
  readonly serial: string;
  /** End of validity of the signing certificate; null if the token does not carry the certificate. */
  readonly endsAt: Date | null;
  /** Common name of that certificate; empty without one. */
  readonly authority: string;
  readonly fault: LinkFault | null;
}

/**
 * Whether each chain covers an object: covered, missing, or unknown because its hash is not known. The first chain must cover all objects
 * and nothing else. A file that was lost before its hash was renewed is missing from later chains.
 */
export interface Coverage {
  readonly name: string;
  /** One value per chain, oldest first. */
  readonly chains: readonly ('covered' | 'missing' | 'unknown')[];
}

export interface RecordReport {
  readonly links: readonly RecordLink[];
  readonly coverage: readonly Coverage[];
  /**
   * True if the first list contains a hash of none of the objects. This assumes at least two objects: a single object shares its list with
   * its sibling.
   */
  readonly hasOthers: boolean;
}

/**
 * Checks everything in a record except the signatures of its tokens. Never throws for a parsed record. Source: RFC 4998, 4.3 and 5.3.
 * @param weakSince when the verifier considers each hash algorithm broken.
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

/**
 * The hashes that a chain's first tree must contain: of the objects themselves, and in later chains of each object with all earlier chains.
 */
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

/** The hashes that the first token of a chain covers directly; without a tree, the single hash in its imprint. */
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
