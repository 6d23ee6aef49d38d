import { hash } from '@node-rs/argon2';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilNextBeat } from '../src/domain/business/rules/presence-beat.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { attachEmbeddedPostgres } from '../src/server/platform/postgres/embedded.ts';
import { startServer } from '../test/installation/servers/running-server.ts';
import { corePercent, untilAtRest } from './processor-time.ts';

/**
 * Measures presence: CPU of a server and its PostgreSQL with 200 operators, each with a window on one of 40 objects that sends heartbeats
 * as the console does, minus their CPU without these operators. Linux only. Limit: 2 % of a core.
 */
const [operators, objects, seconds, limit] = [200, 40, Number(process.env.BENCH_SECONDS ?? 30), 2];
const password = 'Presence2026';
/** Without the demo, because its pictures and documents occupy a busy machine longer than everything else. */
const server = await startServer({ DEMO: '0' });
const serverPid = server.child.pid ?? 0;
const stop = new AbortController();
let [beats, refused] = [0, 0];
try {
  const { tokens, users } = await prepare();
  await untilAtRest(serverPid);
  const before = await corePercent(serverPid, seconds);
  tokens.forEach((token, at) => void look(token, `user/${users[at % objects]}`));
  await sleep(8_000);
  const during = await corePercent(serverPid, seconds);
  const line = `${operators} operators on ${objects} objects: ${(during - before).toFixed(2)} % of a core`;
  console.log(`${line} (${during.toFixed(2)} less ${before.toFixed(2)}; ${beats} beats, ${refused} refused; limit ${limit})`);
  if (during - before > limit || beats === 0) process.exitCode = 1;
} finally {
  stop.abort();
  await server.stop();
}
// Cut streams may hold their sockets for a while; the process does not wait for them.
process.exit(process.exitCode ?? 0);

/**
 * Creates users to look at, and operators who look. Each is an account of its own, because an account may have four streams of a server.
 */
async function prepare(): Promise<{ tokens: string[]; users: string[] }> {
  const postgres = await attachEmbeddedPostgres(server.dataDir);
  if (!postgres) throw new Error('the server has no database');
  const { db } = openDatabase(postgres.address, 1);
  try {
    const names = Array.from({ length: operators }, (_, at) => `operator-${at}@example.com`);
    const like = { password_hash: await hash(password), role_id: '1' };
    const people = names.map((username, at) => ({ ...like, username, realname: `操作员${at}`, mobile: String(13_000_000_000 + at) }));
    await db.insertInto('account').values(people).execute();
    const tokens: string[] = [];
    for (const username of names) tokens.push(await signIn(username));
    const looked = Array.from({ length: objects }, (_, at) => ({ name: `用户${at}`, mobile: String(13_100_000_000 + at) }));
    const rows = looked.map((user) => ({ ...user, type: 'personal' as const, registered_at: new Date() }));
    const users = await db.insertInto('users').values(rows).returning('id').execute();
    return { tokens, users: users.map(({ id }) => id) };
  } finally {
    await db.destroy();
  }
}

async function signIn(username: string): Promise<string> {
  const { data } = (await (await fetch(`${server.address}/api/login/getImgCode`)).json()) as { data: { imgCodeToken: string } };
  const body = new URLSearchParams({ username, password, imgCode: 'test', ...data });
  const answer = (await (await fetch(`${server.address}/api/login/login`, { method: 'POST', body })).json()) as { data: { token: string } };
  return answer.data.token;
}

/** One window: it opens one stream after another and keeps each alive by heartbeats. */
async function look(token: string, object: string): Promise<void> {
  await sleep(Math.random() * 5_000);
  while (!stop.signal.aborted) {
    const response = await fetch(`${server.address}/events/presence?object=${object}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    }).catch(() => undefined);
    let view = '';
    let timer: NodeJS.Timeout | undefined;
    const next = (): void => {
      timer = setTimeout(() => {
        next();
        void beat(view);
      }, untilNextBeat(Date.now()));
    };
    next();
    try {
      for await (const part of response?.body?.pipeThrough(new TextDecoderStream()) ?? [])
        view = /event: view\ndata: (\S+)/.exec(part)?.[1] ?? view;
    } catch {
      // Aborted, or cut by the server.
    } finally {
      clearTimeout(timer);
    }
  }
}

async function beat(view: string): Promise<void> {
  if (view === '') return;
  const answer = await fetch(`${server.address}/events/presence/${view}`, { method: 'POST' }).catch(() => undefined);
  beats += 1;
  if (answer?.status !== 204) refused += 1;
}
