import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotaryClient } from '../../src/client/index.ts';
import { readSecret } from '../../src/server/platform/db/secrets.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { insertSession } from '../../test/installation/factories/sessions.ts';
import { evidenceRequest, sendAll, type Signer } from '../intake/intake-client.ts';
import { load } from '../load.ts';
import type { Farm } from './farm.ts';

/** The result of a load: the number done, and the 99th percentile of the duration (for calls the 95th). */
export interface Done {
  readonly count: number;
  readonly slowMs: number | null;
}

/** Pages of users, each call another page, with a workbench for every four: through the balancer, for this duration. */
export async function callsLoad({ db }: Farm, port: number, { connections, seconds, users }: CallsOptions): Promise<Done> {
  const token = await insertSession(db, createTokens(await readSecret(db, 'session-token')), 'admin@example.com');
  const headers = { authorization: `Bearer ${token}` };
  const pages = Math.max(1, Math.floor(users / 2 / 10));
  const queries = Array.from({ length: 400 }, (_, at) => ({
    type: String(1 + (at % 2)),
    page: String(1 + ((at * 37) % pages)),
    limit: '10',
  }));
  const base = `http://127.0.0.1:${port}/api/ajax`;
  const ofWorkbench = Math.max(1, Math.round(connections / 5));
  const measured = await Promise.all([
    load(`${base}/user/getUserList`, headers, { connections: Math.max(1, connections - ofWorkbench), seconds, queries }),
    load(`${base}/workbench/getSummary`, headers, { connections: ofWorkbench, seconds }),
  ]);
  return {
    count: Math.round(measured.reduce((sum, { perSecond }) => sum + perSecond, 0) * seconds),
    slowMs: Math.max(...measured.map(({ p95Ms }) => p95Ms)),
  };
}

interface CallsOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly users: number;
}

/** Signed evidence of 4 KB, prepared because the client shares the processors. */
export function evidenceRequests(signers: readonly Signer[], seconds: number): Buffer[] {
  return Array.from({ length: Math.ceil(seconds * 1500) }, (_, at) => evidenceRequest(signers[at % signers.length] as Signer));
}

export async function intakeLoad(requests: readonly Buffer[], port: number, connections: number, seconds: number): Promise<Done> {
  const { numbers, p99Ms } = await sendAll(port, requests, connections, seconds);
  return { count: numbers.length, slowMs: p99Ms };
}

/** Files of a megabyte in chunks of a quarter, whose calls go to the servers in turns; this many at once, for this duration. */
export async function uploadsLoad(signers: readonly Signer[], port: number, atOnce: number, seconds: number): Promise<Done> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    signers.slice(0, atOnce).map(async ({ appId, key, userId }) => {
      const client = new NotaryClient({ baseUrl: `http://127.0.0.1:${port}`, appId, securityKey: key, retryForMs: 0 });
      while (performance.now() < until) {
        const began = performance.now();
        await client.uploadEvidence({ user_id: userId, title: '一份证据', file: randomBytes(2 ** 20) }, { pieceBytes: 2 ** 18 });
        times.push(performance.now() - began);
      }
    }),
  );
  return { count: times.length, slowMs: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0 };
}

/** Captures of a small page on this machine, by workers that are started and ended here; timed from the beginning of the first one. */
export async function capturesLoad(farm: Farm, { appId, key, userId }: Signer, port: number, workers: number, captures: number) {
  const site = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>page</title><p>${'words '.repeat(2000)}`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  try {
    const client = new NotaryClient({ baseUrl: `http://127.0.0.1:${port}`, appId, securityKey: key });
    farm.startWorkers(workers);
    for (let at = 0; at < captures; at += 1)
      await client.createCapture({ unique_id: randomUUID(), user_id: userId, title: '一页', url: `${url}${at}` });
    await untilCaptured(farm);
    // The first capture of each worker loads its browser, so only the second batch is measured.
    for (let at = 0; at < captures; at += 1)
      await client.createCapture({ unique_id: randomUUID(), user_id: userId, title: '一页', url: `${url}again-${at}` });
    const began = performance.now();
    await untilCaptured(farm);
    return { perSecond: captures / ((performance.now() - began) / 1000) };
  } finally {
    await farm.endWorkers();
    site.closeAllConnections();
    site.close();
  }
}

/** @throws Error if one of them failed. */
async function untilCaptured({ pool }: Farm): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ open: number; failed: string | null }>(`
      select count(*) filter (where status not in ('succeeded', 'failed', 'cancelled'))::int as open,
             min(reason) filter (where status = 'failed') as failed from capture`);
    if (rows[0]?.failed) throw new Error(`a capture failed: ${rows[0].failed}`);
    if (rows[0]?.open === 0) return;
    await sleep(100);
  }
}
