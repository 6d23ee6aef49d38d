import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotaryClient } from '../../src/client/index.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { newEnterprise } from './intake-signers.ts';
import { startBuiltServer } from './intake-server.ts';

/**
 * Measures the duration of the last call of a file sent in chunks, and of `/healthz` at the same time: once for a file that the server
 * stored while it came in, and once for one that it has to read (a third upload of one user, which is not stored ahead).
 * BENCH_BYTES: size of the file (10 GB). Most of it is holes, but the server writes every byte.
 */
const sizeBytes = Number(process.env['BENCH_BYTES'] ?? 10_000_000_000);

process.env['UV_THREADPOOL_SIZE'] ??= '32';
const folder = await mkdtemp(join(tmpdir(), 'notary-bench-last-call-'));
const server = await startBuiltServer();
const { db } = openDatabase(server.postgres.address, 2);
const baseUrl = `http://127.0.0.1:${server.port}`;
try {
  const { appId, key, userId } = await newEnterprise(db, 1);
  const client = new NotaryClient({ baseUrl, appId, securityKey: key });
  const path = join(folder, 'large.bin');
  await measure(client, userId, path, 'stored while it came in');
  for (const name of ['first', 'second']) await begin(client, userId, name);
  await measure(client, userId, path, 'read by the last call');
} finally {
  await db.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(client: NotaryClient, user_id: string, path: string, what: string): Promise<void> {
  await writeHoles(path, what);
  const took: Record<string, number[]> = { sending: [], last: [] };
  let part = 'sending';
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [started, of] = [performance.now(), part];
      await (await fetch(`${baseUrl}/healthz`)).text();
      took[of]?.push(performance.now() - started);
      await sleep(20);
    }
  })();
  const started = performance.now();
  let sentAt = started;
  const [before, own] = [await server.cpuSeconds(), process.cpuUsage()];
  let atEnd = before;
  const onProgress = (sent: number): void => {
    if (sent < sizeBytes) return;
    [part, sentAt] = ['last', performance.now()];
    void server.cpuSeconds().then((now) => (atEnd = now));
  };
  await client.uploadEvidence({ user_id, title: what, file: path }, { onProgress });
  const lastMs = performance.now() - sentAt;
  const [after, used] = [await server.cpuSeconds(), process.cpuUsage(own)];
  over.abort();
  await watching;
  console.log(
    `${what}, ${(sizeBytes / 1e9).toFixed(1)} GB: last call ${(lastMs / 1000).toFixed(2)} s ` +
      `(processor ${(after.server - atEnd.server).toFixed(1)} s); ` +
      `before it ${((sentAt - started) / 1000).toFixed(0)} s (server ${(atEnd.server - before.server).toFixed(0)} s, ` +
      `client ${((used.user + used.system) / 1e6).toFixed(0)} s)`,
  );
  for (const [name, times] of Object.entries(took)) console.log(`  /healthz, ${name}: ${spread(times)}`);
}

/** Begins an upload and leaves it unfinished. */
async function begin(client: NotaryClient, user_id: string, unique_id: string): Promise<void> {
  const { upload_id } = await client.createEvidenceUpload({ unique_id, user_id, size: 2 ** 26 });
  await client.continueEvidenceUpload({ upload_id, uploadOffset: 0, uploadLength: 2 ** 26, body: Buffer.alloc(2 ** 20) });
}

/** The content depends on the name. */
async function writeHoles(path: string, name: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'w');
  await file.write(name);
  await file.truncate(sizeBytes);
  await file.close();
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `${sorted.length} asked, ${at(0.5)} ms in the median, ${at(0.99)} ms p99, ${at(1)} ms at most`;
}
