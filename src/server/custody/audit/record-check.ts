import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { foldPairs } from '../../../domain/proof/records/hash-tree.ts';
import { treeBuilder } from '../../../domain/proof/records/tree-tiles.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { dayLeaves } from '../records/day-trees.ts';
import { fastHash, type TreeAlgorithm, type TreeKind } from '../records/tree-store.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';
import { verifyToken } from '../../../domain/proof/cms/verify-timestamp.ts';

export interface RecordsCheck {
  readonly days: number;
  /** Number of tokens over trees of records. */
  readonly tokens: number;
  readonly broken: { readonly tree: string; readonly reason: string } | null;
}

/**
 * Checks every tree of the evidence records: its root against its stored leaves and, for a day's first tree, against the manifests; and
 * each token against its root. Reports the first fault. Whether renewals cover what they should is verified with each single record.
 */
export async function checkRecords(db: Database): Promise<RecordsCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let [days, tokens] = [0, 0];
      for (const tree of await readTrees(tx)) {
        const reason = await faultOf(tx, tree);
        if (reason !== null) return { days, tokens, broken: { tree: tree.id, reason } };
        if (tree.kind === 'day') days += 1;
        if (tree.token) tokens += 1;
      }
      return { days, tokens, broken: null };
    });
}

interface TreeRow {
  readonly id: string;
  readonly kind: TreeKind;
  readonly algorithm: TreeAlgorithm;
  readonly leaves: number;
  readonly root: Buffer;
  readonly token: Buffer | null;
  readonly tokenSha256: Buffer | null;
  readonly genTime: Date | null;
  /** First log index of the day and the end of its range; set for a day's first tree only. */
  readonly first: string | null;
  readonly end: string | null;
}

async function readTrees(tx: Tx): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    select t.id, t.kind, t.algorithm, t.leaves, t.root, t.token, t.token_sha256 as "tokenSha256", t.gen_time as "genTime",
           d.first_seq as first, d.end_seq as end
      from record_tree t left join record_day d on d.tree_id = t.id order by t.id`.execute(tx);
  return rows;
}

async function faultOf(tx: Tx, tree: TreeRow): Promise<string | null> {
  const stored = await storedRoot(tx, tree);
  if (stored.leaves !== tree.leaves || Buffer.compare(stored.root, tree.root) !== 0) return 'its leaves do not give its root';
  if (tree.first !== null && tree.end !== null) {
    const made = await derivedRoot(tx, Number(tree.first), Number(tree.end));
    if (Buffer.compare(made, tree.root) !== 0) return 'the manifests of its day do not give its root';
  }
  return tree.token ? tokenFault(tree, tree.token) : null;
}

/** Root and number of leaves according to the stored tiles. */
async function storedRoot(tx: Tx, { id, algorithm }: TreeRow): Promise<{ root: Uint8Array; leaves: number }> {
  const [hash, width] = [fastHash[algorithm], algorithm === 'sha256' ? 32 : 64];
  const nodes: Uint8Array[] = [];
  let leaves = 0;
  for (let after = -1; ; ) {
    const { rows } = await sql<{ index: number; nodes: Buffer }>`
      select index, nodes from record_tile
       where tree_id = ${id}::bigint and level = 0 and index > ${after} order by index limit 256`.execute(tx);
    for (const row of rows) {
      const own = Array.from({ length: row.nodes.length / width }, (_, at) => row.nodes.subarray(at * width, (at + 1) * width));
      leaves += own.length;
      nodes.push(foldPairs(hash, own));
      after = row.index;
    }
    if (rows.length < 256) break;
  }
  return { root: nodes.length === 0 ? new Uint8Array(0) : foldPairs(hash, nodes), leaves };
}

async function derivedRoot(tx: Tx, first: number, end: number): Promise<Uint8Array> {
  const builder = treeBuilder(fastHash.sha256, () => undefined);
  let isEmpty = true;
  for await (const page of dayLeaves(tx, { first, end })) {
    for (const { hash } of page) builder.add(hash);
    isEmpty &&= page.length === 0;
  }
  return isEmpty ? new Uint8Array(0) : builder.finish().root;
}

async function tokenFault({ root, tokenSha256, genTime }: TreeRow, token: Buffer): Promise<string | null> {
  if (!tokenSha256 || !createHash('sha256').update(token).digest().equals(tokenSha256)) return 'the bytes of its token were changed';
  try {
    const verified = await verifyToken(Uint8Array.from(token), root);
    return verified.genTime.getTime() === genTime?.getTime() ? null : 'its token states another time';
  } catch (error) {
    if (error instanceof TimestampError) return `its token: ${error.kind}: ${error.message}`;
    throw error;
  }
}
