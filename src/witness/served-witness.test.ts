import { readFile, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { both, servedWitness } from '../../test/custody/served-witness.ts';
import { SmallLog } from '../../test/custody/small-log.ts';
import { formatVerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { utf8 } from '../domain/kit/bytes/bytes.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import { parseLogList } from '../domain/proof/tlog/witness/log-list.ts';
import { openKeys } from './keys.ts';
import { Witness } from './witness.ts';

const served = servedWitness();
const { get, post, open, close, cosignatures } = served;

describe('what else it answers', () => {
  it('shows its keys, which are read again after a restart', async () => {
    const { type, text } = await get('/vkey');
    expect([type, text]).toEqual(['text/plain; charset=utf-8', served.witness.keys.map((key) => `${formatVerifierKey(key)}\n`).join('')]);
    await close();
    await open(served.log.vkey);
    expect((await get('/vkey')).text).toBe(text);
  });

  it('keeps its secrets to its own account', async () => {
    for (const name of ['ed25519.pem', 'ml-dsa-44.seed']) expect((await stat(join(served.folder, name))).mode & 0o777).toBe(0o600);
  });

  it('shows the checkpoint that it cosigned last, with the log’s signature and its own, after a restart too', async () => {
    const answer = await post(served.log.request(0, 8));
    const expected = `${served.log.checkpoint(8)}${answer.text}`;
    expect(await get(`/${originHash(served.log.origin)}/checkpoint`)).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: expected,
    });
    await close();
    await open(served.log.vkey);
    expect((await get(`/${originHash(served.log.origin)}/checkpoint`)).text).toBe(expected);
    expect((await post(served.log.request(0, 9))).text).toBe('8\n');
  });

  it('has a page for people and numbers for machines', async () => {
    await post(served.log.request(0, 8));
    const page = await get('/');
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('notary.example/log');
    const { text } = await get('/metrics');
    expect(text).toContain('witness_log_size{origin="notary.example/log"} 8\n');
    expect(text).toContain('witness_answers{status="200"} 1\n');
  });

  it('answers another method with 405, a body without an end with 413', async () => {
    expect((await get('/add-checkpoint')).status).toBe(405);
    expect((await fetch(`${served.url}/vkey`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect(await endless()).toBe(413);
  });
});

it('holds 64 MB of unfinished requests at once: one more is answered 503, and the next after those ended as ever', async () => {
  expect((await post(served.log.request(0, 8))).status).toBe(200);
  const again = () => post(served.log.request(8, 8));
  const bytes = 262_144;
  const unfinished = Array.from({ length: 67_108_864 / bytes }, () => {
    const sent = httpRequest(`${served.url}/add-checkpoint`, { method: 'POST', headers: { 'content-length': bytes + 1 } });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(bytes, 'x'));
    return sent;
  });
  await vi.waitUntil(async () => (await again()).status === 503, { timeout: 60_000 });
  const busy = await fetch(`${served.url}/add-checkpoint`, { method: 'POST', body: 'x' });
  expect([busy.status, busy.headers.get('retry-after'), await busy.text()]).toEqual([503, '5', 'too many requests at once\n']);
  unfinished.forEach((sent) => sent.destroy());
  await vi.waitUntil(async () => (await again()).status === 200, { timeout: 60_000 });
});

it('takes a log’s new key once it is listed, and goes on from the same tree', async () => {
  await post(served.log.request(0, 8));
  const renewed = served.log.withNewKey();
  expect((await post(renewed.request(8, 13))).status).toBe(403);
  await close();
  await open(served.log.vkey, renewed.vkey);
  expect((await post(renewed.request(8, 13))).status).toBe(200);
  await close();
  await open(renewed.vkey);
  expect((await post(served.log.request(13, 21))).status).toBe(403);
  expect((await post(renewed.forkedAt(4).request(13, 21))).status).toBe(422);
  expect((await post(renewed.request(13, 21))).status).toBe(200);
});

it('takes a log whose name has no room in an ML-DSA cosignature, with Ed25519 alone', async () => {
  const long = new SmallLog(`notary.example/${'x'.repeat(250)}`);
  await close();
  await open(long.vkey);
  expect(cosignatures(long.checkpoint(3), (await post(long.request(0, 3))).text)).toEqual([both[0]]);
});

it('cosigns nothing over a state that it did not write, and never takes it for a new log', async () => {
  await post(served.log.request(0, 8));
  const path = join(served.folder, 'logs', originHash(served.log.origin), 'checkpoint');
  const right = await readFile(path, 'utf8');
  for (const damaged of ['', right.slice(0, 40), served.log.checkpoint(3), right.replace('\n8\n', '\n9\n')]) {
    await close();
    await writeFile(path, damaged);
    await open(served.log.vkey);
    expect((await post(served.log.request(0, 8))).status).toBe(500);
    expect((await get('/')).text).toContain('本机存储有故障');
  }
  await writeFile(path, right);
  expect((await post(served.log.request(8, 9))).status).toBe(200);
});

it('cosigns nothing where another process wrote the file behind its back', async () => {
  await post(served.log.request(0, 8));
  const path = join(served.folder, 'logs', originHash(served.log.origin), 'checkpoint');
  const earlier = await readFile(path, 'utf8');
  await post(served.log.request(8, 13));
  await writeFile(path, earlier);
  expect((await post(served.log.request(13, 21))).status).toBe(500);
  expect(served.output.at(-1)).toContain('was written by another process');
});

it('lets a thousand requests at once have one root of each size, and sizes that only grow', async () => {
  const fork = served.log.forkedAt(0);
  const given = new Map<number, Set<string>>();
  // Prepared in advance, so that the witness need not wait for the log.
  const bodies = new Map<string, Uint8Array>();
  const bodyOf = (from: SmallLog, oldSize: number, newSize: number) => {
    const name = `${from.history} ${oldSize} ${newSize}`;
    const body = bodies.get(name) ?? from.request(oldSize, newSize);
    bodies.set(name, body);
    return body;
  };
  const requests = Array.from({ length: 1000 }, (_, at) => {
    const from = at % 2 === 0 ? served.log : fork;
    const [oldSize, newSize] = at < 500 ? [0, 1 + (at % 7)] : [1 + (at % 7), 8 + (at % 9)];
    return { from, newSize, body: bodyOf(from, Math.min(oldSize, newSize), newSize) };
  });
  const asked = requests.map(async ({ from, newSize, body }) => {
    const answer = await post(body);
    expect([200, 409, 422]).toContain(answer.status);
    if (answer.status === 200) given.set(newSize, (given.get(newSize) ?? new Set()).add(from.checkpoint(newSize)));
    return answer.status;
  });
  const statuses = await Promise.all(asked);
  expect(statuses).toContain(200);
  expect([...given.values()].every((roots) => roots.size === 1)).toBe(true);
  expect(new Set([...given].map(([size, [note]]) => note === served.log.checkpoint(size))).size).toBe(1);
  const { text } = await get(`/${originHash(served.log.origin)}/checkpoint`);
  expect(Number(text.split('\n')[1])).toBe(Math.max(...given.keys()));
});

// witness-process.test.ts kills real processes at each step, but fewer times.
it('gone 100 times between persisting and answering, gives no other root of that size and no smaller size afterwards', async () => {
  const keys = await openKeys(served.folder, null);
  const list = parseLogList(utf8(`log ${served.log.vkey}\n`));
  const started = () => {
    const witness = new Witness(served.folder, keys, () => 1_800_000_000_000);
    witness.knowLogs(list.ok ? list.logs : []);
    return witness;
  };
  const fork = served.log.forkedAt(0);
  for (let size = 1; size <= 100; size += 1) {
    // Persisted, but the answer is never sent.
    expect((await started().add(served.log.request(size - 1, size))).status).toBe(200);
    const after = started();
    expect((await after.add(fork.request(size, size))).status).toBe(422);
    expect(await after.add(fork.request(size - 1, size))).toEqual({ status: 409, size });
    expect(await after.add(served.log.request(size - 1, size))).toEqual({ status: 409, size });
    expect(await after.add(served.log.request(size - 1, size - 1))).toEqual({ status: 409, size });
  }
});

/** Sends a body without end until an answer arrives. */
async function endless(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${served.url}/add-checkpoint`, { method: 'POST' }, (reply) => {
      resolve(reply.statusCode ?? 0);
      reply.resume();
      sent.destroy();
    });
    sent.on('error', reject);
    const chunk = Buffer.alloc(65_536, 'x');
    for (let at = 0; at < 8; at += 1) sent.write(chunk);
  });
}
