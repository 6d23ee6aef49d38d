import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Pool, type PoolConfig } from 'pg';
import { userStatus, userType } from '../../src/domain/business/codes/users.ts';
import { parseDayRange } from '../../src/domain/kit/text/time.ts';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { openLists, type Lists } from '../../src/server/desk/lists/pools.ts';
import { createTokens } from '../../src/server/access/session/token.ts';
import { localStagingAreas } from '../../src/server/platform/storage/staging-areas.ts';
import { createLocalStore } from '../../src/server/platform/storage/local.ts';
import { listUsers } from '../../src/server/business/users/user-list.ts';
import type { Case, ManyCases } from './lists-cases.ts';
import { floor, sameSql, usualWay } from './lists-usual.ts';

/** Started by lists.ts: serves the real app, the usual way, the floor, and for each case a bare handler of our own statements. */
process.on('message', (message: Start | 'memory' | 'times') => {
  if (message === 'memory') process.send?.(process.memoryUsage.rss());
  else if (message === 'times') process.send?.(times.splice(0));
  else void serve(message).then((ready) => process.send?.(ready));
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

export interface Start {
  readonly address: PoolConfig;
  readonly cases: readonly Case[];
  readonly many: readonly ManyCases[];
  readonly folder: string;
}
export interface Ready {
  readonly token: string;
  readonly ours: string;
  readonly usual: string;
  readonly floor: string;
  /** One per case, and one per set of different calls. */
  readonly bare: readonly string[];
  readonly bareMany: readonly string[];
}

/** Of each answered call of our app, in milliseconds: from the parsed head of the request to the last byte handed to the socket. */
const times: number[] = [];
function takeTimes({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => {
    const began = performance.now();
    response.once('finish', () => times.push(performance.now() - began));
  });
}

async function serve({ address, cases, many, folder }: Start): Promise<Ready> {
  const { db, pool } = openDatabase(address);
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0' });
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
  const store = await createLocalStore(join(folder, 'objects'));
  const app = await buildApp({ config, db, pool, store, stages: localStagingAreas(join(folder, 'uploads')), secrets });
  takeTimes(app);
  const plain = new Pool({ ...address, max: 20 });
  const bare: string[] = [];
  const bareMany: string[] = [];
  const lists = openLists(address);
  for (const { query } of cases) bare.push(await listen(sameSql(plain, [await statementsOf(lists, query)])));
  for (const { queries } of many) {
    const calls: Statement[][] = [];
    for (const query of queries) calls.push(await statementsOf(lists, query));
    bareMany.push(await listen(sameSql(plain, calls)));
  }
  await lists.close();
  return {
    token: await signIn(pool, secrets.token),
    ours: await listen(app),
    usual: await listen(usualWay(plain)),
    floor: await listen(floor(plain)),
    bare,
    bareMany,
  };
}

async function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function signIn(pool: Pool, key: Uint8Array): Promise<string> {
  const { token, hash } = createTokens(key).issue();
  await pool.query(
    "insert into account (username, password_hash, realname, mobile, role_id) values ('bench', '', 'bench', '', 1) on conflict do nothing",
  );
  await pool.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, ip)
       select $1, id, now(), now(), '' from account where username = 'bench'`,
    [hash],
  );
  return token;
}

/** The statements that the engine sends for a call, in order. */
async function statementsOf(lists: Lists, query: Case['query']): Promise<Statement[]> {
  const sent: Statement[] = [];
  const spy = (statement: Statement) => {
    sent.push(statement);
    return lists.hot.query(statement as { text: string });
  };
  const hot = Object.create(lists.hot, { query: { value: spy } }) as Pool;
  const type = userType.nameOf(Number(query['type'])) ?? 'personal';
  const registered = parseDayRange(query['registtime'] ?? '') ?? undefined;
  const status = userStatus.nameOf(Number(query['status'] ?? 0));
  await listUsers(
    { ...lists, hot },
    { type, status, registered, keyword: query['keyword'] ?? '' },
    { page: Number(query['page'] ?? 1), limit: 10 },
  );
  return sent;
}
type Statement = Record<string, unknown>;
