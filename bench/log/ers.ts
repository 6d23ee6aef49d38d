import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { dayMs } from '../../src/domain/kit/text/time.ts';
import { parseManifest } from '../../src/domain/proof/evidence/manifest.ts';
import { listHash, reducedRoot, reduceTree } from '../../src/domain/proof/records/hash-tree.ts';
import { readSiblings } from '../../src/domain/proof/records/tree-tiles.ts';
import { makeDayTrees } from '../../src/server/custody/records/day-trees.ts';
import { fastHash } from '../../src/server/custody/records/tree-store.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';

/** Measures the hash tree of a day with a million pieces of evidence. Exit code 1 if it takes more time or memory than allowed. */
const leaves = Number(process.env['BENCH_LEAVES'] ?? 1_000_000);
const mostSeconds = 60;
const mostMb = 200;
const missed: string[] = [];

process.once('SIGINT', () => process.exit(130));
const folder = await mkdtemp(join(tmpdir(), 'notary-bench-ers-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const { db, pool } = openDatabase(postgres.address, 2);
try {
  await migrate(pool);
  await load(pool);
  console.log(`loaded ${leaves} pieces of evidence; memory so far at most ${peakMb().toFixed(0)} MB`);
  const [started, before] = [performance.now(), process.cpuUsage()];
  const made = await makeDayTrees(db, undefined, new Date(Date.now() + 2 * dayMs));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const own = ((user + system) / 1e6).toFixed(1);
  console.log(`the day's tree: ${seconds.toFixed(1)} s, ${own} s of them on a processor, at most ${peakMb().toFixed(0)} MB`);
  if (made !== 1) missed.push(`${made} trees were made`);
  if (seconds > mostSeconds) missed.push(`the tree took ${seconds.toFixed(1)} s, not ${mostSeconds}`);
  if (peakMb() > mostMb) missed.push(`the process took ${peakMb().toFixed(0)} MB, not ${mostMb}`);
  await checkLeaves(pool);
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Inserts evidence with two files each, in the form of manifests; bypasses the triggers that count and search. */
async function load(on: Pool): Promise<void> {
  const client = await on.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into log_entry (seq, pending_id, leaf_hash, entry)
       select n, n + 1, sha256(m), m from generate_series(0, $1::bigint - 1) n
        cross join lateral (select convert_to(format(
          '{"files":[{"mediaType":"application/json","name":"details.json","role":"details","sha256":"%1$s","sizeBytes":220,"sm3":"%1$s"},'
          '{"mediaType":"audio/mpeg","name":"original-1.mp3","role":"original","sha256":"%2$s","sizeBytes":5120000,"sm3":"%2$s"}],'
          '"kind":"file","number":"%3$s","owner":"%1$s",'
          '"times":{"endAt":null,"receivedAt":"2026-11-01T01:02:03.004Z","startAt":null},"type":"evidence","version":1}',
          encode(sha256(convert_to('d' || n, 'UTF8')), 'hex'), encode(sha256(convert_to('o' || n, 'UTF8')), 'hex'),
          lpad(upper(to_hex(n)), 32, '0')), 'UTF8') as m) made`,
      [leaves],
    );
    await client.query(
      `insert into evidence (id, number, user_id, type, kind, title, file_name, saved_at, log_entry) overriding system value
       select n + 1, lpad(upper(to_hex(n)), 32, '0'), 1, 'personal', 'file', '一份证据', 'a.mp3', now(), n + 1
         from generate_series(0, $1::bigint - 1) n`,
      [leaves],
    );
    await client.query(
      "insert into log_checkpoint (size, previous_size, root, note, trail_seq, signed_at) values ($1, 0, sha256(''), '', 0, now())",
      [leaves],
    );
    await client.query('set session_replication_role = origin');
    await client.query('vacuum analyze log_entry, evidence');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

/** Checks that the stored tiles lead from some leaves to the root. */
async function checkLeaves(on: Pool): Promise<void> {
  const { rows: tiles } = await on.query<{ level: number; index: number; nodes: Buffer }>('select level, index, nodes from record_tile');
  const byKey = new Map(tiles.map(({ level, index, nodes }) => [`${level}/${index}`, nodes]));
  const { rows } = await on.query<{ root: Buffer; leaves: number }>('select root, leaves from record_tree');
  const [tree] = rows;
  for (const index of [0, 1, Math.floor(leaves / 3), leaves - 1]) {
    const entry =
      (await on.query<{ entry: Buffer }>('select entry from log_entry where seq = $1', [index])).rows[0]?.entry ?? Buffer.alloc(0);
    const manifest = parseManifest(entry);
    const files = manifest.ok ? manifest.value.files.map(({ sha256 }) => Buffer.from(sha256, 'hex')) : [];
    const group = [fastHash.sha256(entry), ...files];
    const read = ({ level, index: at }: { level: number; index: number }) => byKey.get(`${level}/${at}`) ?? Buffer.alloc(0);
    const siblings = readSiblings(fastHash.sha256, { index, size: leaves, nodeBytes: 32 }, read);
    const root = reducedRoot(fastHash.sha256, reduceTree(group, siblings) ?? [[listHash(fastHash.sha256, group)]]);
    if (!manifest.ok || tree?.leaves !== leaves || Buffer.compare(root, tree.root) !== 0)
      missed.push(`leaf ${index} does not lead to the root`);
  }
}
