import { sql } from 'kysely';
import type { OpenEvent } from '../src/contract/open/events.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { newCredential } from '../src/server/business/users/credentials.ts';
import { signedHeaders, type IntakeKey } from '../test/installation/intake.ts';
import { startBuiltServer } from './intake/intake-server.ts';

/**
 * Measures how fast a batch of events is read through `GET /open/v1/events` of the built server, page by page, from the commit of its
 * change to its last event. Then it measures the same with as many events of another type, by type, and by the enterprise of the events.
 * Exit code 1 if one of them takes longer than 10 s.
 */
const events = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const limitSeconds = 10;
const server = await startBuiltServer();
const { db } = openDatabase(server.postgres.address, 4);
process.once('SIGINT', () => void server.stop().finally(() => process.exit(130)));
try {
  const platform = await client(null);
  const [mine, other] = [await enterprise('10800000001'), await enterprise('10800000002')];
  for (const [what, key, query, first] of [
    ['by a platform client, from the commit on', platform, '', mine.userId],
    ['by a platform client, of one type', platform, '&type=evidence.anchored', other.userId],
    ['by the enterprise that they are of', mine.key, '', null],
  ] as const) {
    if (first !== null) await happen(first);
    const [before, own] = [await server.cpuSeconds(), process.cpuUsage()];
    const { count, seconds, slowestMs } = await readAll(key, query);
    const [after, used] = [await server.cpuSeconds(), process.cpuUsage(own)];
    const share = (cpuSeconds: number) => ((cpuSeconds / count) * events).toFixed(1);
    const each = (seconds * events) / count;
    console.log(
      `${count} events ${what}: ${seconds.toFixed(1)} s, the slowest page ${slowestMs.toFixed(0)} ms; ` +
        `${events} take ${each.toFixed(1)} s (limit ${limitSeconds}); processor: server ${share(after.server - before.server)} s, ` +
        `PostgreSQL ${share(after.postgres - before.postgres)} s, client ${share((used.user + used.system) / 1e6)} s`,
    );
    if (each > limitSeconds) process.exitCode = 1;
  }
} finally {
  await db.destroy();
  await server.stop();
}

async function client(userId: string | null): Promise<IntakeKey> {
  const key = newCredential();
  await db
    .insertInto('credential')
    .values({ ...key, kind: userId === null ? 'platform' : 'enterprise', user_id: userId, name: '测试' })
    .execute();
  return key;
}

async function enterprise(mobile: string): Promise<{ userId: string; key: IntakeKey }> {
  const { id } = await db
    .insertInto('users')
    .values({ type: 'enterprise', status: 'approved', name: '某公司', mobile, registered_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: id, key: await client(id) };
}

/** Creates this many events of a user, in one change for the whole batch. */
async function happen(userId: string): Promise<void> {
  const from = performance.now();
  await sql`
    insert into event_pending (type, user_id, data)
    select 'evidence.anchored', ${userId}::bigint, jsonb_build_object('baoquan', upper(md5(n::text)), 'sha256', repeat(md5(n::text), 2),
           'checkpoint_size', '100000', 'transaction', null)
      from generate_series(1, ${events}::integer) n`.execute(db);
  console.log(`${events} events written in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

/** Reads from the beginning to the end of the feed; the first reader waits for the places. */
async function readAll(key: IntakeKey, query: string): Promise<{ count: number; seconds: number; slowestMs: number }> {
  const from = performance.now();
  let [after, count, slowestMs] = ['', 0, 0];
  for (;;) {
    const path = `/open/v1/events?limit=100&wait=2${query}${after}`;
    const asked = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: signedHeaders(key, { method: 'GET', path }) });
    const { list, next } = (await answer.json()) as { list: OpenEvent[]; next: string | null };
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    if (list.length === 0) return { count, seconds: (asked - from) / 1000, slowestMs };
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    count += list.length;
    after = `&after=${next}`;
  }
}
