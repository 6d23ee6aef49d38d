import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readSecret } from '../../src/server/platform/db/secrets.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { attachEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { insertSession } from '../installation/factories/sessions.ts';
import { startServer, type RunningServer } from '../installation/servers/running-server.ts';
import type { Plan } from './plan.ts';
import { described, fuzz, sendAlone } from './run.ts';
import { World } from './world.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const usage = 'npm run fuzz -- [--seed N] [--calls M] [--minutes M] [--api console|open|both] [--replay FILE]';
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '100000' },
    api: { type: 'string', default: 'both' },
    minutes: { type: 'string' },
    replay: { type: 'string' },
  },
});
const seed = Number(values.seed);
const calls = Number(values.calls);
const { api } = values;
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(calls) || (api !== 'console' && api !== 'open' && api !== 'both'))
  throw new Error(usage);

/** Without rate limits, and with a short timeout for idle bodies. The heap flags are those of `npm start`. */
const environment = { INTAKE_RATE_PER_MINUTE: '0', UPLOADS_PER_CLIENT: '0', UPLOADS_PER_ADDRESS: '0', BODY_IDLE_SECONDS: '5' };
const server = await startServer(environment, ['--max-old-space-size=1024', '--heap-growing-percent=100']);
const wrong: string[] = [];
try {
  await run(server);
  wrong.push(...faultsLogged(server.output()));
  const checked = await server.admin('fsck').catch((error: unknown) => `${String(error)}`);
  print(checked);
  if (/broken|Error|says .*, the transfers/.test(checked)) wrong.push(`fsck: ${checked}`);
} finally {
  await server.stop();
}
print(wrong.length === 0 ? 'Nothing was wrong.' : `\n${wrong.join('\n')}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function run({ address, dataDir, child }: RunningServer): Promise<void> {
  const port = Number(new URL(address).port);
  const postgres = await attachEmbeddedPostgres(dataDir);
  if (!postgres) throw new Error('the server has no database');
  const { db } = openDatabase(postgres.address, 2);
  try {
    const tokens = createTokens(await readSecret(db, 'session-token'));
    const world = await World.open(db, (username) => insertSession(db, tokens, username), seed);
    if (values.replay !== undefined) return await replay(values.replay, port, world);
    const begun = Date.now();
    const warm = Math.max(1000, Math.floor(calls / 4 / 1000) * 1000);
    let before = 0;
    const mayGoOn = (): boolean => values.minutes === undefined || Date.now() - begun < Number(values.minutes) * 60_000;
    const progress = async (done: number): Promise<void> => {
      if (done === warm) before = await residentBytes(child.pid);
      if (done % 5000 === 0)
        print(`${done} calls, ${Math.round((Date.now() - begun) / 1000)} s, ${mib(await residentBytes(child.pid))} MiB`);
    };
    const { found, answers, sent } = await fuzz({
      seed,
      calls,
      api: api as 'both',
      port,
      world,
      progress,
      mayGoOn,
      noteFault: (one) => print(described(one)),
    });
    const after = await residentBytes(child.pid);
    const seconds = (Date.now() - begun) / 1000;
    print(
      [...answers]
        .toSorted()
        .map(([key, times]) => `${String(times).padStart(7)} ${key}`)
        .join('\n'),
    );
    print(`seed ${seed}: ${sent} calls in ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} a second`);
    const grown = before > 0 ? ((after / before - 1) * 100).toFixed(1) : '?';
    print(`resident: ${mib(before)} MiB after ${warm} calls, ${mib(after)} MiB at the end (${grown} %)`);
    for (const [at, one] of found.entries()) {
      const file = `fuzz-${seed}-${at}.json`;
      await writeFile(file, JSON.stringify(one.plan));
      wrong.push(`${described(one)}\n  again: npm run fuzz -- --seed ${seed} --replay ${file}`);
    }
    if (before > 0 && after > before * 1.1) wrong.push(`memory grew: ${mib(before)} to ${mib(after)} MiB`);
  } finally {
    await db.destroy();
  }
}

async function replay(file: string, port: number, world: World): Promise<void> {
  const plan = JSON.parse(await readFile(file, 'utf8')) as Plan;
  const { wrong: fault, outcome } = await sendAlone(plan, port, world);
  print(
    outcome.kind === 'left' ? 'left' : outcome.answers.map(({ status, body }) => `${status} ${body.toString().slice(0, 1000)}`).join('\n'),
  );
  if (fault) wrong.push(`${plan.call}: ${fault.kind}: ${fault.detail}`);
}

/** Resident memory of the server's own process. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

/** Lines of the server's log that report a fault of ours. */
function faultsLogged(output: string): string[] {
  const lines = output.split('\n').filter((line) => /"level":(?:50|60)|[Uu]nhandled|uncaught/.test(line));
  return [...new Set(lines.map((line) => line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|"time":\d+/g, '').slice(0, 1500)))].slice(0, 20);
}
