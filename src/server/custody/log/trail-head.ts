import { canonicalJson, parseCanonicalJson } from '../../../domain/proof/evidence/canonical-json.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

/** A link of the trail's chain. Once it is in the log, the rows before it cannot be changed unnoticed. */
export interface TrailHead {
  readonly seq: string;
  /** 64 lower-case hex digits. */
  readonly hash: string;
}

/** The head of the trail's chain; null if it has no link yet. */
export async function readTrailHead(db: Database | Tx): Promise<TrailHead | null> {
  const row = await db.selectFrom('trail_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? { seq: row.seq, hash: row.hash.toString('hex') } : null;
}

/** Encodes the log entry of a trail's head. */
export function encodeTrailHead({ seq, hash }: TrailHead): Uint8Array {
  return canonicalJson({ type: 'trail-head', version: 1, seq: Number(seq), hash });
}

interface TrailEntries {
  readonly heads: readonly { readonly entrySeq: string; readonly trailSeq: string }[];
  readonly fault: { readonly seq: string; readonly reason: string } | null;
}

/** Reads the trail's heads among the entries that the sequencer added itself, and compares them with the trail's present chain. */
export async function readTrailEntries(db: Database | Tx, entries: readonly { seq: string; entry: Uint8Array }[]): Promise<TrailEntries> {
  if (entries.length === 0) return { heads: [], fault: null };
  const heads = entries.map(({ seq, entry }) => ({ entrySeq: seq, entry, trailSeq: trailSeqOf(entry) }));
  const links = await db
    .selectFrom('trail_chain')
    .select(['seq', 'hash'])
    .where(
      'seq',
      'in',
      heads.map(({ trailSeq }) => trailSeq),
    )
    .execute();
  const known = new Map(links.map(({ seq, hash }) => [seq, encodeTrailHead({ seq, hash: hash.toString('hex') })]));
  const wrong = heads.find(({ entry, trailSeq }) => !Buffer.from(known.get(trailSeq) ?? []).equals(entry));
  return { heads, fault: wrong ? { seq: wrong.entrySeq, reason: `it is not the head of the trail's chain at ${wrong.trailSeq}` } : null };
}

/** `-1`, which no link has, for an entry that is not a trail's head. */
function trailSeqOf(entry: Uint8Array): string {
  const json = parseCanonicalJson(entry);
  const value = json.ok && typeof json.value === 'object' && json.value !== null && 'seq' in json.value ? json.value.seq : null;
  return typeof value === 'number' ? String(value) : '-1';
}
