import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmallLog } from '../../test/custody/small-log.ts';
import { readUtf8, utf8 } from '../domain/tlog/bytes.ts';
import { verifySignatures } from '../domain/tlog/cosignatures/note-signatures.ts';
import { formatVerifierKey } from '../domain/tlog/cosignatures/verifier-key.ts';
import { emptyRoot, leafHash } from '../domain/tlog/merkle.ts';
import { parseNote } from '../domain/tlog/signed-note.ts';
import { formatAddCheckpoint, originHash } from '../domain/tlog/witness/add-checkpoint.ts';
import { parseLogList } from '../domain/tlog/witness/log-list.ts';
import { witnessServer } from './http.ts';
import { openKeys } from './keys.ts';
import { Witness } from './witness.ts';

let folder = '';
let server: Server;
let witness: Witness;
let url = '';
let log: SmallLog;
const told: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
  log = new SmallLog('notary.example/log');
  await open(log.vkey);
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function open(...vkeys: readonly string[]): Promise<void> {
  witness = new Witness(folder, await openKeys(folder, null), () => 1_800_000_000_000);
  const list = parseLogList(utf8(vkeys.map((vkey) => `log ${vkey}\n`).join('')));
  witness.knowLogs(list.ok ? list.logs : []);
  server = witnessServer(witness, (line) => told.push(line));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await witness.settled();
}

async function post(body: Uint8Array | string) {
  const reply = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: typeof body === 'string' ? body : Buffer.from(body) });
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
}

async function get(path: string) {
  const reply = await fetch(`${url}${path}`);
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
}

/** The cosignatures of an answer, verified over the checkpoint. */
function cosignatures(checkpoint: string, answer: string) {
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const note = parseNote(utf8(`${text}\n${answer}`));
  const known = note.ok ? verifySignatures(note.value, witness.keys) : note;
  return known.ok ? known.value.map(({ key, time }) => [key.type, time]) : known.fault;
}

const both = [
  ['cosignature-ed25519', 1_800_000_000],
  ['cosignature-ml-dsa-44', 1_800_000_000],
];

describe('200', () => {
  it('is a cosignature of each kind, over the first checkpoint and over those that grow out of it', async () => {
    for (const [oldSize, newSize] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 21],
    ] as const) {
      const answer = await post(log.request(oldSize, newSize));
      expect(answer.status, answer.text).toBe(200);
      expect(cosignatures(log.checkpoint(newSize), answer.text)).toEqual(both);
      expect(answer.text).toMatch(/^(?:— \S+ \S+\n){2}$/);
    }
  });

  it('is given to the empty tree', async () => {
    expect((await post(log.request(0, 0))).status).toBe(200);
    expect((await post(log.request(0, 0))).status).toBe(200);
    expect((await post(log.request(0, 5))).status).toBe(200);
  });

  it('passes over signatures of unknown keys', async () => {
    const stranger = new SmallLog('notary.example/log').checkpoint(3).split('\n').at(-2) ?? '';
    const checkpoint = utf8(`${log.checkpoint(3)}${stranger}\n`);
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))).status).toBe(200);
    const kept = await get(`/${originHash(log.origin)}/checkpoint`);
    expect(kept.text).not.toContain(stranger);
  });
});

describe('400', () => {
  it.each([
    ['no body', ''],
    ['no old size', 'x\n'],
    ['a size with a leading zero', 'old 00\n\n'],
    ['no checkpoint', 'old 0\n\n'],
    ['a hash of another length', 'old 1\nAAAA\n\nx\n1\n\n— x AAAAAAA=\n'],
    ['a checkpoint without a signature', 'old 0\n\nnotary.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe)],
  ])('%s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('an old size above the checkpoint’s', async () => {
    const checkpoint = utf8(log.checkpoint(3));
    expect((await post(formatAddCheckpoint({ oldSize: 4, proof: [], checkpoint }))).status).toBe(400);
    expect((await post(log.request(0, 3))).status).toBe(200);
    expect((await post(formatAddCheckpoint({ oldSize: 4, proof: [], checkpoint }))).status).toBe(400);
  });

  it('more than 63 hashes', async () => {
    const lines = `${Buffer.alloc(32).toString('base64')}\n`.repeat(64);
    expect((await post(`old 1\n${lines}\n${log.checkpoint(3)}`)).status).toBe(400);
  });
});

describe('403', () => {
  it('no signature of a known key', async () => {
    expect((await post(new SmallLog('notary.example/log').request(0, 3))).status).toBe(403);
  });

  it('a signature of a known key that does not verify, even beside one that does', async () => {
    const other = log.checkpoint(4).split('\n').at(-2) ?? '';
    const body = readUtf8(log.request(0, 3)) ?? '';
    expect((await post(body.replace(/— .*\n$/, `${other}\n`))).status).toBe(403);
    expect((await post(`${body}${other}\n`)).status).toBe(403);
  });
});

describe('404', () => {
  it('an unknown origin', async () => {
    expect((await post(new SmallLog('other.example/log').request(0, 3))).status).toBe(404);
  });

  it('the checkpoint of a log that was never cosigned, and of none', async () => {
    for (const origin of [log.origin, 'other.example/log']) expect((await get(`/${originHash(origin)}/checkpoint`)).status).toBe(404);
    for (const path of ['/checkpoint', '/nothing', `/${originHash(log.origin).toUpperCase()}/checkpoint`, '/%zz'])
      expect((await get(path)).status).toBe(404);
  });
});

describe('409', () => {
  it('tells the size that was cosigned last, in the type of the standard to the letter', async () => {
    expect(await post(log.request(2, 3))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '0\n' });
    await post(log.request(0, 8));
    for (const [oldSize, newSize] of [
      [0, 21],
      [3, 8],
      [9, 21],
      [0, 3],
    ] as const)
      expect(await post(log.request(oldSize, newSize))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' });
  });

  it('comes before the proof is looked at', async () => {
    await post(log.request(0, 8));
    const checkpoint = utf8(log.checkpoint(21));
    expect((await post(formatAddCheckpoint({ oldSize: 5, proof: [emptyRoot()], checkpoint }))).status).toBe(409);
  });
});

describe('422', () => {
  it('a tree of no leaves with another root', async () => {
    const checkpoint = utf8(log.checkpointOf(0, leafHash(utf8('x'))));
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))).status).toBe(422);
  });

  it('a proof from the empty tree', async () => {
    const checkpoint = utf8(log.checkpoint(3));
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [emptyRoot()], checkpoint }))).status).toBe(422);
  });

  it('a proof that does not verify, is missing, or stands where there is none', async () => {
    await post(log.request(0, 8));
    const fork = log.forkedAt(4);
    for (const [oldSize, proof, checkpoint] of [
      [8, fork.proof(8, 21), fork.checkpoint(21)],
      [8, [], log.checkpoint(21)],
      [8, log.proof(8, 20), log.checkpoint(21)],
      [8, log.proof(8, 21).toReversed(), log.checkpoint(21)],
      [8, [emptyRoot()], log.checkpoint(8)],
    ] as const)
      expect((await post(formatAddCheckpoint({ oldSize, proof, checkpoint: utf8(checkpoint) }))).status).toBe(422);
    expect((await post(log.request(8, 21))).status).toBe(200);
  });

  it('another root at the same size, which is kept as the proof of a fork, also behind a 409', async () => {
    await post(log.request(0, 8));
    const fork = log.forkedAt(4);
    expect((await post(fork.request(8, 8))).status).toBe(422);
    expect((await post(fork.request(3, 8))).status).toBe(409);
    const conflicts = join(folder, 'logs', originHash(log.origin), 'conflicts');
    const names = await readdir(conflicts);
    expect(names).toHaveLength(2);
    expect(await readFile(join(conflicts, names[0] ?? ''), 'utf8')).toContain(fork.checkpoint(8));
    expect((await get('/')).text).toContain('分叉');
    expect((await get('/metrics')).text).toContain('witness_log_forks{origin="notary.example/log"} 2');
  });
});

describe('what else it answers', () => {
  it('shows its keys, which are read again after a restart', async () => {
    const { type, text } = await get('/vkey');
    expect([type, text]).toEqual(['text/plain; charset=utf-8', witness.keys.map((key) => `${formatVerifierKey(key)}\n`).join('')]);
    await close();
    await open(log.vkey);
    expect((await get('/vkey')).text).toBe(text);
  });

  it('keeps its secrets to its own account', async () => {
    for (const name of ['ed25519.pem', 'ml-dsa-44.seed']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('shows the checkpoint that it cosigned last, with the log’s signature and its own, after a restart too', async () => {
    const answer = await post(log.request(0, 8));
    const expected = `${log.checkpoint(8)}${answer.text}`;
    expect(await get(`/${originHash(log.origin)}/checkpoint`)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: expected });
    await close();
    await open(log.vkey);
    expect((await get(`/${originHash(log.origin)}/checkpoint`)).text).toBe(expected);
    expect((await post(log.request(0, 9))).text).toBe('8\n');
  });

  it('has a page for people and numbers for machines', async () => {
    await post(log.request(0, 8));
    const page = await get('/');
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('notary.example/log');
    const { text } = await get('/metrics');
    expect(text).toContain('witness_log_size{origin="notary.example/log"} 8\n');
    expect(text).toContain('witness_answers{status="200"} 1\n');
  });

  it('answers another method with 405, a body without an end with 413', async () => {
    expect((await get('/add-checkpoint')).status).toBe(405);
    expect((await fetch(`${url}/vkey`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect(await endless()).toBe(413);
  });
});

it('takes a log’s new key once it is listed, and goes on from the same tree', async () => {
  await post(log.request(0, 8));
  const renewed = log.withNewKey();
  expect((await post(renewed.request(8, 13))).status).toBe(403);
  await close();
  await open(log.vkey, renewed.vkey);
  expect((await post(renewed.request(8, 13))).status).toBe(200);
  await close();
  await open(renewed.vkey);
  expect((await post(log.request(13, 21))).status).toBe(403);
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
  await post(log.request(0, 8));
  const path = join(folder, 'logs', originHash(log.origin), 'checkpoint');
  const right = await readFile(path, 'utf8');
  for (const damaged of ['', right.slice(0, 40), log.checkpoint(3), right.replace('\n8\n', '\n9\n')]) {
    await close();
    await writeFile(path, damaged);
    await open(log.vkey);
    expect((await post(log.request(0, 8))).status).toBe(500);
    expect((await get('/')).text).toContain('本机存储有故障');
  }
  await writeFile(path, right);
  expect((await post(log.request(8, 9))).status).toBe(200);
});

it('cosigns nothing where another process wrote the file behind its back', async () => {
  await post(log.request(0, 8));
  const path = join(folder, 'logs', originHash(log.origin), 'checkpoint');
  const earlier = await readFile(path, 'utf8');
  await post(log.request(8, 13));
  await writeFile(path, earlier);
  expect((await post(log.request(13, 21))).status).toBe(500);
  expect(told.at(-1)).toContain('was written by another process');
});

it('lets a thousand requests at once have one root of each size, and sizes that only grow', async () => {
  const fork = log.forkedAt(0);
  const given = new Map<number, Set<string>>();
  // Made beforehand: the log must not keep the witness waiting.
  const bodies = new Map<string, Uint8Array>();
  const bodyOf = (from: SmallLog, oldSize: number, newSize: number) => {
    const name = `${from.history} ${oldSize} ${newSize}`;
    const body = bodies.get(name) ?? from.request(oldSize, newSize);
    bodies.set(name, body);
    return body;
  };
  const requests = Array.from({ length: 1000 }, (_, at) => {
    const from = at % 2 === 0 ? log : fork;
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
  expect(new Set([...given].map(([size, [note]]) => note === log.checkpoint(size))).size).toBe(1);
  const { text } = await get(`/${originHash(log.origin)}/checkpoint`);
  expect(Number(text.split('\n')[1])).toBe(Math.max(...given.keys()));
});

/** A body that is sent until there is an answer. */
async function endless(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/add-checkpoint`, { method: 'POST' }, (reply) => {
      resolve(reply.statusCode ?? 0);
      reply.resume();
      sent.destroy();
    });
    sent.on('error', reject);
    const chunk = Buffer.alloc(65_536, 'x');
    for (let at = 0; at < 8; at += 1) sent.write(chunk);
  });
}
