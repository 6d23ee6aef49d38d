import { sameBytes } from '../../kit/bytes/bytes.ts';
import { fail, pass, type Result } from '../../kit/bytes/result.ts';
import { childrenOf, derTag, membersOf, readDer, writeDer, type DerValue } from '../../kit/bytes/der.ts';
import { digestBytes, readAlgorithm, writeAlgorithm, type DigestAlgorithm } from './digest-algorithms.ts';
import type { ReducedHashtree } from './hash-tree.ts';
import { readToken, type TokenFacts } from './token.ts';

/** One archive timestamp: a reduced hash tree and the token over its root. Source: RFC 4998, 4.1. */
export interface ArchiveTimeStamp {
  /** The hash algorithm of the tree. */
  readonly algorithm: DigestAlgorithm;
  /** Null if the token covers the single hash directly. */
  readonly tree: ReducedHashtree | null;
  /** RFC 3161 token: a DER ContentInfo. */
  readonly token: Uint8Array;
}

/** Archive timestamps with one hash algorithm. Each covers the token of the one before. */
export interface ArchiveChain {
  readonly stamps: readonly (ArchiveTimeStamp & { readonly facts: TokenFacts })[];
  /** The encoded chain; a later chain covers these bytes. */
  readonly bytes: Uint8Array;
}

/** An evidence record of RFC 4998, oldest chain first. */
export interface EvidenceRecord {
  readonly chains: readonly ArchiveChain[];
}

export type RecordFormFault = 'too-large' | 'not-record' | 'unknown-version' | 'encrypted' | 'unknown-algorithm' | 'bad-tree' | 'bad-token';

/** Encodes an EvidenceRecord as DER. Source: RFC 4998, 3.1 and appendix B. */
export function encodeRecord(chains: readonly (readonly ArchiveTimeStamp[])[]): Uint8Array {
  const algorithms = [...new Set(chains.flatMap((chain) => chain.map(({ algorithm }) => algorithm)))];
  return writeDer(
    derTag.sequence,
    writeDer(derTag.integer, Uint8Array.of(1)),
    writeDer(derTag.sequence, ...algorithms.map((algorithm) => writeAlgorithm(algorithm))),
    encodeChains(chains),
  );
}

/** Encodes an ArchiveTimeStampSequence as DER: what a hash renewal covers of the earlier chains. Source: RFC 4998, 5.1. */
export function encodeChains(chains: readonly (readonly ArchiveTimeStamp[])[]): Uint8Array {
  return writeDer(derTag.sequence, ...chains.map((chain) => writeDer(derTag.sequence, ...chain.map(encodeStamp))));
}

/** Like `encodeChains`, but for chains that were parsed: their original bytes are reused. */
export function sequenceOf(chains: readonly ArchiveChain[]): Uint8Array {
  return writeDer(derTag.sequence, ...chains.map(({ bytes }) => bytes));
}

/** Parses an untrusted record. It checks the form only: no hash and no token signature. */
export function parseRecord(bytes: Uint8Array): Result<EvidenceRecord, RecordFormFault> {
  if (bytes.length > maxRecordBytes) return fail('too-large');
  const [version, algorithms, ...rest] = membersOf(readDer(bytes), derTag.sequence) ?? [];
  if (version?.tag !== derTag.integer || algorithms?.tag !== derTag.sequence) return fail('not-record');
  if (!sameBytes(version.content, Uint8Array.of(1))) return fail('unknown-version');
  if (rest.some(({ tag }) => tag === derTag.context(1))) return fail('encrypted');
  // No token protects cryptoInfos, so they are ignored.
  const [sequence, ...others] = rest.filter(({ tag }) => tag !== derTag.context(0));
  const chainValues = membersOf(sequence, derTag.sequence);
  if (!chainValues || chainValues.length === 0 || others.length > 0) return fail('not-record');
  const named = childrenOf(algorithms)?.map((value) => readAlgorithm(value)) ?? [];
  const chains: ArchiveChain[] = [];
  for (const value of chainValues) {
    const chain = parseChain(value);
    if (!chain.ok) return chain;
    if (chain.value.stamps.some(({ algorithm }) => !named.includes(algorithm))) return fail('unknown-algorithm');
    chains.push(chain.value);
  }
  return pass({ chains });
}

function encodeStamp({ algorithm, tree, token }: ArchiveTimeStamp): Uint8Array {
  const lists = tree?.map((list) => writeDer(derTag.sequence, ...list.map((hash) => writeDer(derTag.octets, hash))));
  return writeDer(
    derTag.sequence,
    writeAlgorithm(algorithm, derTag.context(0)),
    ...(lists ? [writeDer(derTag.context(2), ...lists)] : []),
    token,
  );
}

function parseChain(value: DerValue): Result<ArchiveChain, RecordFormFault> {
  const values = membersOf(value, derTag.sequence);
  if (!values || values.length === 0) return fail('not-record');
  const stamps: (ArchiveTimeStamp & { readonly facts: TokenFacts })[] = [];
  for (const stampValue of values) {
    const stamp = parseStamp(stampValue);
    if (!stamp.ok) return stamp;
    stamps.push(stamp.value);
  }
  return pass({ stamps, bytes: value.bytes });
}

function parseStamp(value: DerValue): Result<ArchiveTimeStamp & { readonly facts: TokenFacts }, RecordFormFault> {
  const fields = membersOf(value, derTag.sequence) ?? [];
  const token = fields.at(-1);
  const tags = fields.slice(0, -1).map(({ tag }) => tag);
  const isInOrder = tags.every(
    (tag, at) => tag >= derTag.context(0) && tag <= derTag.context(2) && (at === 0 || (tags[at - 1] ?? 0) < tag),
  );
  if (token?.tag !== derTag.sequence || !isInOrder) return fail('not-record');
  const facts = readToken(token.bytes);
  if (!facts) return fail('bad-token');
  const stated = fields.find(({ tag }) => tag === derTag.context(0));
  const algorithm = stated ? readAlgorithm(stated, derTag.context(0)) : facts.imprintAlgorithm;
  if (algorithm === null) return fail('unknown-algorithm');
  const lists = fields.find(({ tag }) => tag === derTag.context(2));
  const tree = lists ? parseTree(lists, digestBytes[algorithm]) : null;
  return lists && !tree ? fail('bad-tree') : pass({ algorithm, tree, token: token.bytes, facts });
}

function parseTree(value: DerValue, hashLength: number): ReducedHashtree | null {
  const lists = childrenOf(value)?.map((list) => membersOf(list, derTag.sequence));
  if (!lists || lists.length === 0 || lists.length > maxLevels) return null;
  const tree = lists.map((list) => list ?? []);
  const isGood = tree.every(
    (list) => list.length > 0 && list.every(({ tag, content }) => tag === derTag.octets && content.length === hashLength),
  );
  return isGood ? tree.map((list) => list.map(({ content }) => content)) : null;
}

/** Room for about forty tokens of the longest kind. */
export const maxRecordBytes = 1_048_576;
/** A tree of 2^64 leaves has no more levels than this. */
const maxLevels = 65;
