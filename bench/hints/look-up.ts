import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { findCandidates } from '../../src/server/business/hints/find-candidates.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';

/** The number of words in the index and per picture: half of a picture's words occur on every card, the others only on its own. */
const words = Number(process.env['BENCH_WORDS'] ?? 5_000_000);
const wordsEach = 250;
const turns = 200;
const probes = 1000;

/** Looks up pictures among that many hashes. @returns the 95th percentile in milliseconds */
export async function measureLookUp(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const { db, pool } = openDatabase(postgres.address, 1);
  try {
    await migrate(pool);
    const pictures = Math.ceil(words / wordsEach);
    await pool.query('set session_replication_role = replica; set synchronous_commit = off');
    await sql`
      insert into users (type, name, mobile, registered_at) values ('personal', '某', '13900000000', now())
    `.execute(db);
    await sql`
      insert into picture_print (submission_id, user_id, field, sha256, print)
      select n, 1, 'author_front', repeat('0', 64), decode(repeat('00', 6000), 'hex') from generate_series(1, ${pictures}::integer) n
    `.execute(db);
    await sql`
      insert into picture_word (word, print_id)
      select case when k <= ${wordsEach / 2} then k else hashint8(n::bigint * 1000 + k) & 16777215 end, n
      from generate_series(1, ${pictures}::integer) n, generate_series(1, ${wordsEach}::integer) k
      on conflict do nothing
    `.execute(db);
    await pool.query('vacuum analyze picture_word');
    await pool.query('vacuum analyze picture_print');
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const own = Array.from({ length: probes }, (_, at) => (at < probes / 2 ? at % 125 : (turn * 7919 + at * 104_729) & 0xffffff));
      const began = performance.now();
      await findCandidates(db, { userId: '2', sha256: 'f'.repeat(64), probes: [...new Set(own)] });
      times.push(performance.now() - began);
    }
    const sorted = times.toSorted((a, b) => a - b);
    console.log(`look-up among ${words} hashes of ${pictures} pictures: median ${(sorted[turns >> 1] ?? 0).toFixed(1)} ms`);
    return sorted[Math.floor(turns * 0.95)] ?? 0;
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
