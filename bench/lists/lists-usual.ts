import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { userStatus, userType } from '../../src/domain/business/codes/users.ts';
import { parseDayRange } from '../../src/domain/kit/text/time.ts';

type Query = Record<string, string | undefined>;

/** The usual way: a hand-written handler with count(*), LIMIT/OFFSET and ILIKE over the table's ordinary indexes. */
export function usualWay(pool: Pool): FastifyInstance {
  const app = fastify();
  app.get<{ Querystring: Query }>('/list', async ({ query }) => {
    const { clauses, values } = conditionsOf(query);
    const limit = Number(query['limit'] ?? 10);
    const offset = (Number(query['page'] ?? 1) - 1) * limit;
    const where = clauses.join(' and ');
    const [counted, page] = await Promise.all([
      pool.query<{ n: string }>(`select count(*) as n from users where ${where}`, values),
      pool.query(
        `select ${columns} from users where ${where} order by registered_at desc, id desc limit ${limit} offset ${offset}`,
        values,
      ),
    ]);
    return { code: 200, data: { list: page.rows, count: Number(counted.rows[0]?.n) } };
  });
  return app;
}

/** The floor: a handler with one indexed look-up of one row. */
export function floor(pool: Pool): FastifyInstance {
  const app = fastify();
  app.get('/row', async () => {
    const { rows } = await pool.query({ name: 'row', text: `select ${columns} from users where id = $1`, values: [4711] });
    return { code: 200, data: rows[0] };
  });
  return app;
}

/** Sends only the statements of our own calls, call by call in turns: no token, no permission, no parsing, rows unchanged. */
export function sameSql(pool: Pool, calls: readonly (readonly { readonly [name: string]: unknown }[])[]): FastifyInstance {
  const app = fastify();
  let next = 0;
  app.get('/list', async () => {
    const statements = calls[next % calls.length] ?? [];
    next += 1;
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await pool.query({ ...statement, text: String(statement['text']) })).rows;
    return { code: 200, data: { list: rows } };
  });
  return app;
}

function conditionsOf(query: Query): { clauses: string[]; values: unknown[] } {
  const clauses = ['type = $1'];
  const values: unknown[] = [userType.nameOf(Number(query['type']))];
  const add = (clause: (place: string) => string, value: unknown): void => {
    values.push(value);
    clauses.push(clause(`$${values.length}`));
  };
  if (query['status']) add((place) => `status = ${place}`, userStatus.nameOf(Number(query['status'])));
  const range = query['registtime'] ? parseDayRange(query['registtime']) : null;
  if (range) {
    add((place) => `registered_at >= ${place}`, range.from);
    add((place) => `registered_at < ${place}`, range.until);
  }
  if (query['keyword']) add((place) => `(name ilike ${place} or mobile ilike ${place})`, `%${query['keyword']}%`);
  return { clauses, values };
}

const columns = 'id, type, name, mobile, status, repair, registered_at, checked_at, tax_number, id_card, last_login_at';
