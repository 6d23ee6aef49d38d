import { hexToBytes } from '@noble/hashes/utils.js';
import type { Manifest } from '../evidence/manifest.ts';
import { formatTime } from '../../kit/text/time.ts';
import { hashWith, type DigestAlgorithm } from './digest-algorithms.ts';
import { parseRecord } from './evidence-record.ts';
import { linkFaultTexts, recordFormTexts } from './record-texts.ts';
import { verifyRecord, type DataObject, type RecordReport } from './verify-record.ts';

/** What is known about an evidence record, as plain values. A verifier with the package alone and the office get the same facts. */
export type RecordFacts =
  | { readonly state: 'absent' }
  | { readonly state: 'broken'; readonly why: string }
  /** It cannot be read, or what it should cover is missing. */
  | { readonly state: 'lacking'; readonly why: string }
  | {
      /** `ended`: the certificate of the last link has expired and no renewal followed. */
      readonly state: 'held' | 'ended';
      readonly links: readonly RecordLinkFacts[];
      /** How many objects every chain covers, including the manifest. */
      readonly covered: number;
      /** Files that were lost before their hash was renewed. */
      readonly lost: readonly string[];
    };

export interface RecordLinkFacts {
  readonly kind: 'day' | 'timestamp' | 'hash';
  readonly algorithm: DigestAlgorithm;
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string;
  readonly authority: string;
  readonly until: string;
}

/**
 * Judges a record, except for the signatures of its tokens.
 * @param record DER, or null if there is none. @param now decides which certificates have expired.
 * @param sha512 returns a file's hash by name, or null if it is unknown.
 */
export function recordFactsOf(
  record: Uint8Array | null,
  { manifest, bytes }: { readonly manifest: Manifest; readonly bytes: Uint8Array },
  now: Date,
  sha512: (name: string) => Uint8Array | null = () => null,
): RecordFacts {
  if (!record) return { state: 'absent' };
  const read = parseRecord(record);
  if (!read.ok) return { state: 'lacking', why: recordFormTexts[read.fault] };
  return factsOf(verifyRecord(read.value, manifestObjects(manifest, bytes, sha512)), now);
}

/** The objects that a record must cover: the manifest itself, and each file of it by its stated hash. */
export function manifestObjects(manifest: Manifest, bytes: Uint8Array, sha512: (name: string) => Uint8Array | null): DataObject[] {
  return [
    { name: 'manifest.json', hash: (algorithm) => hashWith[algorithm](bytes) },
    ...manifest.files.map(({ name, sha256 }) => ({
      name,
      hash: (algorithm: DigestAlgorithm) => (algorithm === 'sha256' ? hexToBytes(sha256) : algorithm === 'sha512' ? sha512(name) : null),
    })),
  ];
}

function factsOf(report: RecordReport, now: Date): RecordFacts {
  const why = whyBroken(report);
  if (why !== null) return { state: 'broken', why };
  const { links, coverage } = report;
  const endsAt = links.at(-1)?.endsAt ?? null;
  return {
    state: endsAt && endsAt >= now ? 'held' : 'ended',
    links: links.map(({ kind, algorithm, genTime, endsAt: until, authority }) => ({
      kind,
      algorithm,
      at: genTime.toISOString(),
      authority,
      until: until?.toISOString() ?? '',
    })),
    covered: coverage.filter(({ chains }) => !chains.includes('missing')).length,
    lost: coverage.filter(({ chains }) => chains.includes('missing')).map(({ name }) => name),
  };
}

/** Why a record does not hold, in one phrase; null if it holds. */
export function whyBroken({ links, coverage, hasOthers }: RecordReport): string | null {
  const uncovered = coverage.find(({ chains }) => chains[0] === 'missing');
  if (uncovered) return `没有涵盖 ${uncovered.name}`;
  // The manifest cannot be lost, so a missing manifest is always an error.
  if (coverage[0]?.chains.includes('missing') === true) return `续期没有涵盖 ${coverage[0].name}`;
  if (hasOthers) return '含有清单以外的内容';
  const at = links.findIndex(({ fault }) => fault !== null);
  const fault = links[at]?.fault;
  return fault ? `第 ${at + 1} 环${linkFaultTexts[fault]}` : null;
}

/** Says which certificate expired without a renewal; null while the certificate of the last link is valid. */
export function endedLink({ links }: RecordReport, now: Date): string | null {
  const last = links.at(-1);
  if (!last?.endsAt || last.endsAt >= now) return null;
  return `第 ${links.length} 环的时间戳机构证书“${last.authority}”已于 ${formatTime(last.endsAt)}（北京时间）到期，此后没有续期`;
}
