import { concatBytes } from '@noble/hashes/utils.js';
import { sql } from 'kysely';
import { encodeChains, encodeRecord, type ArchiveTimeStamp } from '../../../domain/proof/records/evidence-record.ts';
import { reduceTree, siblingsOf } from '../../../domain/proof/records/hash-tree.ts';
import { nodeInTile, tileOf } from '../../../domain/proof/records/tree-tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { fastHash, tileReader, type TileReader, type TreeAlgorithm, type TreeKind } from './tree-store.ts';

/** A tree of a day's record that has its token. Records list them oldest first. */
export interface RecordTree {
  readonly id: string;
  readonly kind: TreeKind;
  readonly algorithm: TreeAlgorithm;
  readonly leaves: number;
  readonly token: Buffer;
  /** Index of the day's leaf in a tree over tokens. */
  readonly position: number;
}

/** The parts of one evidence that its record needs. */
export interface RecordSubject {
  readonly seq: number;
  readonly manifest: Uint8Array;
  /** SHA-256 of each file that the manifest names. */
  readonly files: readonly { readonly name: string; readonly sha256: Uint8Array }[];
  /** SHA-512 of a file by its name; null if it is not known. */
  readonly sha512: (name: string) => Uint8Array | null;
  /** Files that were missing from a tree over hashes, as `tree/name`. */
  readonly gaps: ReadonlySet<string>;
}

/** The current record of the evidence at an index of the log, DER; null while its day has no token. */
export async function readRecord(db: Database | Tx, seq: string): Promise<Uint8Array | null> {
  const trees = await readTrees(db, seq);
  if (trees.length === 0) return null;
  const subject = await readSubject(db, seq);
  const chains = subject && (await recordChains(tileReader(db), trees, subject));
  return chains && encodeRecord(chains);
}

/** The trees of the entry's day in order, up to the first one without a token. */
export async function readTrees(db: Database | Tx, seq: string): Promise<RecordTree[]> {
  const { rows } = await sql<RecordTree & { state: string }>`
    with of_day as (
      select day, tree_id from record_day where end_seq > ${seq}::bigint and first_seq <= ${seq}::bigint order by end_seq limit 1
    ), of_record as (
      select tree_id, 0 as ordinal, 0 as position from of_day
      union all select r.tree_id, r.ordinal, r.position from record_renewal r join of_day using (day)
    )
    select t.id, t.kind, t.algorithm, t.leaves, t.token, t.state, r.position
      from of_record r join record_tree t on t.id = r.tree_id order by r.ordinal`.execute(db);
  const waiting = rows.findIndex(({ state }) => state !== 'done');
  return waiting < 0 ? rows : rows.slice(0, waiting);
}

/** The archive timestamp chains of a record, without their frame; null if the day's tree does not contain the evidence. */
export async function recordChains(
  tiles: TileReader,
  trees: readonly RecordTree[],
  subject: RecordSubject,
): Promise<ArchiveTimeStamp[][] | null> {
  const chains: ArchiveTimeStamp[][] = [];
  for (const tree of trees) {
    const { algorithm, kind, token } = tree;
    const last = chains.at(-1);
    if (kind === 'timestamps') {
      const group = last?.map((stamp) => fastHash[algorithm](stamp.token)) ?? [];
      last?.push({ algorithm, token, tree: reduceTree(group, await siblings(tiles, tree, tree.position)) });
      continue;
    }
    const place = await tiles.placeOf(tree.id, subject.seq);
    if (!place) return null;
    const group = kind === 'day' ? firstGroup(subject) : renewedGroup(subject, tree.id, chains);
    chains.push([{ algorithm, token, tree: reduceTree(group, await siblings(tiles, tree, place.index)) }]);
  }
  return chains;
}

/** Hashes of the manifest and of every file that it names. */
export function firstGroup({ manifest, files }: RecordSubject): Uint8Array[] {
  return [fastHash.sha256(manifest), ...files.map(({ sha256 }) => sha256)];
}

/**
 * The same group with SHA-512, each hash combined with all earlier chains. Omits files that were lost by then.
 * @param treeId null for a tree that is being made. Source: RFC 4998, 5.2, steps 2 to 5.
 */
export function renewedGroup(
  { manifest, files, sha512, gaps }: RecordSubject,
  treeId: string | null,
  chains: readonly (readonly ArchiveTimeStamp[])[],
): Uint8Array[] {
  const before = fastHash.sha512(encodeChains(chains));
  const own = files.filter(({ name }) => treeId === null || !gaps.has(`${treeId}/${name}`)).map(({ name }) => sha512(name));
  return [fastHash.sha512(manifest), ...own].filter((hash) => hash !== null).map((hash) => fastHash.sha512(concatBytes(hash, before)));
}

async function siblings(tiles: TileReader, { id, algorithm, leaves }: RecordTree, index: number): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const node of siblingsOf(index, leaves)) {
    const tile = tileOf(node);
    const nodeBytes = algorithm === 'sha256' ? 32 : 64;
    found.push(nodeInTile(fastHash[algorithm], node, await tiles.read(id, tile.level, tile.index), nodeBytes));
  }
  return found;
}

async function readSubject(db: Database | Tx, seq: string): Promise<RecordSubject | null> {
  const [subject] = await readSubjects(db, { from: Number(seq), end: Number(seq) + 1, most: 1 });
  return subject ?? null;
}

/** Evidence of a range of the log, in its order. */
export async function readSubjects(
  db: Database | Tx,
  { from, end, most }: { readonly from: number; readonly end: number; readonly most: number },
): Promise<RecordSubject[]> {
  const { rows } = await sql<SubjectRow>`
    select e.seq, e.entry as manifest, f.files, g.gaps
      from log_entry e
      cross join lateral (select id from evidence where log_entry = e.pending_id limit 1) ev
      cross join lateral (
        select jsonb_agg(jsonb_build_array(f.name, f.sha256, encode(coalesce(sha512(f.content), d.sha512), 'hex')) order by f.name) as files
          from evidence_file f left join object_digest d on d.sha256 = f.sha256 where f.evidence_id = ev.id
      ) f
      cross join lateral (select array_agg(tree_id || '/' || name) as gaps from record_gap where seq = e.seq) g
     where e.seq >= ${from} and e.seq < ${end} order by e.seq limit ${most}`.execute(db);
  return rows.map(({ seq, manifest, files, gaps }) => {
    const digests = new Map(files.map(([name, , sha512]) => [name, sha512]));
    return {
      seq: Number(seq),
      manifest,
      files: files.map(([name, sha256]) => ({ name, sha256: Buffer.from(sha256, 'hex') })),
      sha512: (name) => {
        const digest = digests.get(name) ?? null;
        return digest === null ? null : Buffer.from(digest, 'hex');
      },
      gaps: new Set(gaps ?? []),
    };
  });
}

interface SubjectRow {
  readonly seq: string;
  readonly manifest: Buffer;
  readonly files: readonly (readonly [name: string, sha256: string, sha512: string | null])[];
  readonly gaps: readonly string[] | null;
}
