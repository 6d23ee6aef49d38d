import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import { utf8 } from '../../src/domain/kit/bytes/bytes.ts';
import { parseCheckpoint } from '../../src/domain/proof/tlog/checkpoint.ts';
import { leafHash } from '../../src/domain/proof/tlog/merkle.ts';
import { verifyInclusion } from '../../src/domain/proof/tlog/merkle-verify.ts';
import { parseTlogProof } from '../../src/domain/proof/tlog/tlog-proof.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { proofOf } from '../../src/server/custody/log/proof.ts';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { buildLog, logFolder } from './log-data.ts';
import type { Grown } from './log-grower.ts';

/** Measures proofs and growth of a log of ten million leaves. Exit code 1 if a bound fails. The log is kept for the next run. */
const leaves = Number(process.env['BENCH_LEAVES'] ?? 10_000_000);
const proofs = 1000;
const rounds = 3;
const missed: string[] = [];

const folder = await logFolder(leaves);
const postgres = await startEmbeddedPostgres({ dataDir: folder });
try {
  const large = openDatabase(postgres.address, 4);
  await migrate(large.pool);
  const started = performance.now();
  await buildLog(large, await openLogSigner(large.db, readConfig({})), folder, leaves);
  console.log(`log of ${leaves} leaves in ${folder} after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await measureProofs(large.db);

  const small = { ...postgres.address, database: 'small' };
  await large.pool.query('drop database if exists small');
  await large.pool.query('create database small');
  const few = openDatabase(small, 1);
  await migrate(few.pool);
  await few.db.destroy();
  await large.db.destroy();
  const [atNothing, atMany] = [await grown(small), await grown(postgres.address)];
  for (const [what, { leaves: added, seconds, mostMb }] of [
    ['an empty log', atNothing],
    ['the large log', atMany],
  ] as const) {
    console.log(`${what} grows by ${(added / seconds).toFixed(0)} leaves a second, at most ${mostMb.toFixed(0)} MB`);
  }
  atMost('megabytes more to grow the large log than an empty one', atMany.mostMb - atNothing.mostMb, 20);
} finally {
  await postgres.stop();
}
for (const line of missed) console.log(`MISSED  ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** Proves leaves all over the log and verifies each proof. The best of some rounds counts, because other load affects single proofs. */
async function measureProofs(db: Database): Promise<void> {
  const taken: { median: number; p99: number }[] = [];
  let mostBytes = 0;
  // The first round warms up V8 and is not counted. No leaf occurs twice.
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (let at = 0; at < proofs; at += 1) {
      const seq = leafAt(round * proofs + at);
      const before = performance.now();
      const proof = await proofOf(db, { seq: String(seq) });
      times.push(performance.now() - before);
      mostBytes = Math.max(mostBytes, proof?.text.length ?? Infinity);
      if (!holds(seq, proof?.text ?? '')) missed.push(`the proof of leaf ${seq} does not hold`);
    }
    const sorted = times.toSorted((a, b) => a - b);
    if (round > 0) taken.push({ median: sorted[proofs / 2] ?? Infinity, p99: sorted[Math.floor(proofs * 0.99)] ?? Infinity });
  }
  const p99 = Math.min(...taken.map((round) => round.p99));
  console.log(
    `proofs at ${leaves} leaves, a round each: ` +
      `${taken.map((round) => `median ${round.median.toFixed(1)} ms, p99 ${round.p99.toFixed(1)} ms`).join('; ')}; ` +
      `at most ${mostBytes} bytes`,
  );
  atMost('p99 of a proof in ms', p99, 20);
  atMost('bytes of a proof', mostBytes, 2048);
}

/** Spread evenly over the log, each far from the previous one. */
function leafAt(at: number): number {
  return Math.floor(((at * 0.618_033_988_75) % 1) * leaves);
}

function holds(seq: number, text: string): boolean {
  const proof = parseTlogProof(utf8(text));
  const signed = proof.ok ? parseCheckpoint(proof.value.checkpoint) : null;
  if (!proof.ok || !signed?.ok) return false;
  const { size, root } = signed.value.checkpoint;
  return verifyInclusion({ index: seq, size, leafHash: leafHash(utf8(`entry ${seq}`)), root, proof: proof.value.hashes }).ok;
}

async function grown(address: PoolConfig): Promise<Grown> {
  const child = fork(fileURLToPath(new URL('log-grower.js', import.meta.url)));
  child.send(address);
  const [answer] = (await once(child, 'message')) as [Grown];
  child.disconnect();
  return answer;
}

function atMost(what: string, value: number, most: number): void {
  if (value > most) missed.push(`${what}: ${value.toFixed(1)}, wanted at most ${most}`);
}
