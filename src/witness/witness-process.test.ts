import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmallLog } from '../../test/custody/small-log.ts';
import { bundleWitness, startWitness, type RunningWitness } from '../../test/installation/servers/witness-process.ts';
import { tool } from '../../test/installation/tool.ts';
import { readUtf8, utf8 } from '../domain/kit/bytes/bytes.ts';
import { verifySignatures } from '../domain/proof/tlog/cosignatures/note-signatures.ts';
import { parseVerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { parseCheckpoint } from '../domain/proof/tlog/checkpoint.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';

const preload = join(import.meta.dirname, '../../test/custody/die-in-witness.mjs');
let bundle: { path: string; remove: () => Promise<void> };
let folder = '';
let log: SmallLog;
const running: RunningWitness[] = [];

beforeAll(async () => {
  bundle = await bundleWitness();
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-process-'));
  log = new SmallLog('notary.example/log');
  await writeFile(join(folder, 'logs.txt'), `log ${log.vkey}\n`);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const words = (...more: readonly string[]) => [
  '--listen',
  '127.0.0.1:0',
  '--data',
  join(folder, 'data'),
  '--logs',
  join(folder, 'logs.txt'),
  ...more,
];

async function start(options: Parameters<typeof startWitness>[2] = {}, ...more: readonly string[]): Promise<RunningWitness> {
  const witness = await startWitness(bundle.path, words(...more), options);
  running.push(witness);
  return witness;
}

/** Null if the witness died before it answered. */
async function ask(witness: RunningWitness, body: Uint8Array): Promise<{ status: number; text: string } | null> {
  try {
    const reply = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: Buffer.from(body) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return null;
  }
}

it('tells its keys, ends in order, keeps keys and state', async () => {
  const first = await start({}, '--name', 'witness.court.example/w1');
  expect(first.vkeys.map((vkey) => parseVerifierKey(vkey).ok)).toEqual([true, true]);
  expect(first.vkeys.every((vkey) => vkey.startsWith('witness.court.example/w1+'))).toBe(true);
  expect(await (await fetch(`${first.url}/vkey`)).text()).toBe(first.vkeys.map((vkey) => `${vkey}\n`).join(''));
  expect((await ask(first, log.request(0, 8)))?.status).toBe(200);
  expect(await first.stop('SIGTERM')).toBe(0);
  const second = await start();
  expect(second.vkeys).toEqual(first.vkeys);
  expect(second.output()).toContain('Log: notary.example/log, cosigned up to size 8');
  expect(await ask(second, log.request(0, 9))).toEqual({ status: 409, text: '8\n' });
});

it('takes a name without one being given, and another name never', async () => {
  const first = await start();
  expect(first.vkeys[0]).toMatch(/^[^+]+\/witness-[0-9a-f]{8}\+/);
  await first.stop('SIGTERM');
  await expect(start({}, '--name', 'other.example/w')).rejects.toThrow('A witness keeps its name');
});

it('has its folder alone, and takes it over from one that was killed', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow('is in use by another server');
  await first.stop('SIGKILL');
  await start();
});

it('starts with no new key in the place of one that is gone', async () => {
  await (await start()).stop('SIGTERM');
  await rm(join(folder, 'data', 'ml-dsa-44.seed'));
  await expect(start()).rejects.toThrow('ml-dsa-44.seed is missing. Restore it from a backup');
});

it('says in one line what is wrong with its command line, its list and its address', async () => {
  await expect(startWitness(bundle.path, [])).rejects.toThrow('Usage: npm run witness');
  await expect(startWitness(bundle.path, words('--listen', 'nowhere'))).rejects.toThrow('expected HOST:PORT');
  await expect(startWitness(bundle.path, words('--name', 'a b'))).rejects.toThrow('a name has no blanks');
  await expect(startWitness(bundle.path, words('--listen', '192.0.2.1:1'))).rejects.toThrow('Cannot listen on 192.0.2.1:1');
  await writeFile(join(folder, 'logs.txt'), 'log x\n');
  await expect(start()).rejects.toThrow('line 1: not a vkey');
  await rm(join(folder, 'logs.txt'));
  await expect(start()).rejects.toThrow('Cannot read the list of logs');
});

it('reads its list again by itself, at once on SIGHUP, and keeps the old one over a bad one', async () => {
  const witness = await start();
  const other = new SmallLog('other.example/log');
  expect((await ask(witness, other.request(0, 3)))?.status).toBe(404);
  await writeFile(join(folder, 'logs.txt'), `logs/v0\nvkey ${log.vkey}\nvkey ${other.vkey}\n`);
  witness.child.kill('SIGHUP');
  await expect.poll(() => witness.output()).toContain('2 logs');
  expect((await ask(witness, other.request(0, 3)))?.status).toBe(200);
  await writeFile(join(folder, 'logs.txt'), 'nonsense\n');
  witness.child.kill('SIGHUP');
  await expect.poll(() => witness.output()).toContain('The list of logs stays as it was');
  expect((await ask(witness, other.request(3, 4)))?.status).toBe(200);
  const third = new SmallLog('third.example/log');
  await writeFile(join(folder, 'logs.txt'), `log ${log.vkey}\nlog ${third.vkey}\n`);
  await expect.poll(async () => (await ask(witness, third.request(0, 0)))?.status).toBe(200);
});

const path = () => join(folder, 'data', 'logs', originHash(log.origin), 'checkpoint');

/** The size of the checkpoint in the witness's file; 0 without a file, -1 if it cannot be parsed. */
async function cosignedSize(): Promise<number> {
  if (!existsSync(path())) return 0;
  const bytes = new Uint8Array(await readFile(path()));
  const signed = parseCheckpoint(bytes);
  return signed.ok ? signed.value.checkpoint.size : -1;
}

describe('killed', () => {
  // More kills with WITNESS_KILLS=100.
  const kills = Number(process.env['WITNESS_KILLS'] ?? '12');
  const steps = ['before answer', 'after sync of the folder', 'after rename', 'after sync of the file', 'after write', 'before write'];

  it(`${kills} times between persisting and answering: one root of each size, sizes that only grow`, async () => {
    const fork = log.forkedAt(3);
    const cosigned = new Map<number, string>();
    let size = 0;
    for (let at = 0; at < kills; at += 1) {
      // Every second kill is at the most likely step, the others take turns.
      const step = at % 2 === 0 ? 'before answer' : (steps[((at - 1) / 2) % steps.length] ?? '');
      const witness = await start({ preload, env: { DIE_AT: step } });
      const keys = witness.vkeys.map(parseVerifierKey).flatMap((key) => (key.ok ? [key.value] : []));
      expect(await ask(witness, log.request(size, size + 4))).toBeNull();
      expect(await witness.stop()).toBe('SIGKILL');
      const now = await cosignedSize();
      const isPersisted = ['before answer', 'after sync of the folder', 'after rename'].includes(step);
      expect(now, step).toBe(isPersisted ? size + 4 : size);
      const after = await start();
      // The fork's checkpoint of the possibly cosigned size, and an older size, are refused.
      expect([409, 422]).toContain((await ask(after, fork.request(now, Math.max(now, 4))))?.status ?? 0);
      if (size < now) expect(await ask(after, log.request(size, now))).toEqual({ status: 409, text: `${now}\n` });
      const answer = await ask(after, log.request(now, now + 1));
      expect(answer?.status).toBe(200);
      size = now + 1;
      const checkpoint = log.checkpoint(size);
      const note = parseCheckpoint(utf8(checkpoint.slice(0, checkpoint.indexOf('\n\n') + 2) + (answer?.text ?? '')));
      expect(note.ok && verifySignatures(note.value.note, keys)).toMatchObject({ ok: true, value: [{}, {}] });
      expect(cosigned.has(size)).toBe(false);
      cosigned.set(size, checkpoint);
      expect(await after.stop('SIGTERM')).toBe(0);
    }
  });
});

const prlimit = tool('prlimit');

describe.skipIf(prlimit.isMissing)(`a full disk${prlimit.note}`, () => {
  const limit = (witness: RunningWitness, bytes: string) =>
    execFileSync(prlimit.path, ['--pid', String(witness.child.pid), `--fsize=${bytes}:unlimited`]);

  it('gets no cosignature out, and all goes on when there is room again', async () => {
    const witness = await start();
    expect((await ask(witness, log.request(0, 8)))?.status).toBe(200);
    const before = readUtf8(new Uint8Array(await readFile(path())));
    limit(witness, '100');
    expect((await ask(witness, log.request(8, 13)))?.status).toBe(500);
    expect((await ask(witness, log.forkedAt(2).request(8, 8)))?.status).toBe(422);
    expect(await ask(witness, log.request(0, 13))).toEqual({ status: 409, text: '8\n' });
    expect(await (await fetch(`${witness.url}/metrics`)).text()).toContain('witness_log_faults{origin="notary.example/log"} 1');
    expect(readUtf8(new Uint8Array(await readFile(path())))).toBe(before);
    limit(witness, 'unlimited');
    expect((await ask(witness, log.request(8, 13)))?.status).toBe(200);
    expect(await cosignedSize()).toBe(13);
  });
});
