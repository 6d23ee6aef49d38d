import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from './prepare.mjs';
import { root, run, runSteps, StepError } from './run.mjs';

/** A court, a bar association, another office. */
const names = ['court', 'bar', 'office2'];
const children = new Set();
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stopAll);

/**
 * `npm run demo:witnesses`: starts three witnesses on this machine, each with a folder of its own, and an office that asks them and also
 * signs in SM2. The folders are in `data-witnesses`, or in DATA_DIR; the office listens on PORT, the witnesses on the three ports after it.
 */
await runSteps(async () => {
  await prepare();
  const folder = resolve(process.env.INIT_CWD ?? '.', process.env.DATA_DIR ?? join(root, 'data-witnesses'));
  const port = Number(process.env.PORT ?? '8080');
  mkdirSync(folder, { recursive: true });
  const logs = join(folder, 'logs.txt');
  writeFileSync(logs, '# The office’s log, as soon as it has a key.\n');
  const witnesses = await Promise.all(names.map((name, at) => startWitness(name, port + 1 + at, join(folder, name), logs)));
  const policy = join(folder, 'witnesses.txt');
  writeFileSync(policy, policyText(witnesses));
  const sm2 = join(folder, 'sm2');
  mkdirSync(sm2, { recursive: true, mode: 0o700 });
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'office'), WITNESSES: policy, SM2_SIGNER: signerOf(sm2) };
  const office = start('office', [join(root, 'dist/server/main.js')], settings);
  const key = await logKey(`http://127.0.0.1:${port}`, office);
  writeFileSync(logs, `log ${key} http://127.0.0.1:${port}/log\n`);
  for (const { child } of witnesses) child.kill('SIGHUP');
  const secondTrack = await secondTrackIn(sm2, settings);
  console.log(
    [
      '',
      `Office:    http://127.0.0.1:${port}/ (console: 见证 shows the rounds, one a minute)`,
      ...witnesses.map(({ name, url }) => `Witness:   ${url}/ (${join(folder, name)})`),
      `Policy:    ${policy}, published at http://127.0.0.1:${port}/log/policy`,
      `Checkpoint with cosignatures: http://127.0.0.1:${port}/log/checkpoint`,
      secondTrack,
      '',
    ].join('\n'),
  );
  await Promise.all([...witnesses.map(({ child }) => ended(child)), ended(office)]);
});

async function startWitness(name, port, folder, logs) {
  const words = ['--listen', `127.0.0.1:${port}`, '--data', folder, '--logs', logs, '--name', `${name}.example/w1`];
  const child = start(name, [join(root, 'dist/server/witness.js'), ...words], {});
  const url = `http://127.0.0.1:${port}`;
  const vkeys = (await textAt(`${url}/vkey`, child)).trim().split('\n');
  return { name, url, child, vkeys };
}

function signerOf(folder) {
  return `exec:openssl dgst -sm3 -sign "${join(folder, 'office-sm2.key')}" -sigopt distid:1234567812345678`;
}

/** Creates the office's SM2 key and certificate, once. @returns a line about it; without openssl there are only the first signatures. */
async function secondTrackIn(folder, settings) {
  try {
    const words = [join(root, 'dist/server/admin.js'), 'office', 'sm2', 'make', '--folder', folder];
    if (!existsSync(join(folder, 'office-sm2.key'))) await run('Making the SM2 key', process.execPath, words, settings);
    return `SM2:       ${folder} (certificates and packages from now on are signed in SM2 too)`;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return `SM2:       none. ${error.message}`;
  }
}

/** Two of the three witnesses; the two keys of a witness count once. */
function policyText(witnesses) {
  const lines = witnesses.flatMap(({ name, url, vkeys }) => [
    ...vkeys.map((vkey, at) => `witness ${name}-${at + 1} ${vkey} ${url}`),
    `group ${name} any ${vkeys.map((_, at) => `${name}-${at + 1}`).join(' ')}`,
  ]);
  return [...lines, `group two-of-three 2 ${names.join(' ')}`, 'quorum two-of-three', ''].join('\n');
}

/** Starts a child whose lines are prefixed with its name; all end with the first that ends, and with this process. */
function start(name, words, env) {
  const child = spawn(process.execPath, words, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => process.stdout.write(String(chunk).replaceAll(/^(?=.)/gm, `${name.padEnd(8)} `)));
  children.add(child);
  child.on('exit', (code) => {
    children.delete(child);
    if (code) process.exitCode = 1;
    stopAll();
  });
  return child;
}

function stopAll() {
  for (const child of children) child.kill('SIGTERM');
}

async function logKey(office, child) {
  return (await textAt(`${office}/log/log-key.txt`, child)).trim();
}

/** Retries until the address answers, because a new office fills its database first. */
async function textAt(url, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const text = await fetch(url).then(
      (reply) => (reply.ok ? reply.text() : null),
      () => null,
    );
    if (text !== null) return text;
    await sleep(300);
  }
  throw new StepError(`${url} does not come: the process behind it has ended.`);
}

function ended(child) {
  return new Promise((done) => (child.exitCode === null && child.signalCode === null ? child.once('exit', done) : done()));
}
