import type { FastifyInstance } from 'fastify';
import { randomInt } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../src/contract/call.ts';
import { dayRange, timeRange } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/console/index.ts';
import { accessNodes, type Permission } from '../../src/domain/business/access/access.ts';
import { testApp } from '../installation/app.ts';

/** `POST /api/…` of every route, recorded while the server is built. */
const routes: string[] = [];
subscribe('fastify.initialization', noteRoutes);
const installation = testApp();
const calls: [string, Call][] = Object.entries(contract);
const guarded = calls.flatMap(([name, { path, method, needs, file }]) => (needs === 'open' ? [] : [{ name, path, method, needs, file }]));
/** Answers that show that the caller passed the permission check: 415 to the form of this walk if the call takes a file. */
const letThrough = ({ file }: Pick<Call, 'file'>) => (file === undefined ? [200, 403] : [415]);
const nodeOf = (permission: Permission) => accessNodes.find((node) => node.permission === permission)?.id ?? 0;

/**
 * Valid inputs of calls whose permission depends on the input. The other calls may be refused for any reason except a missing permission.
 */
const inputs: Record<string, Record<string, Record<string, string>>> = {
  getUserList: { 'user:enterprise': { type: '2' }, 'user:individual': { type: '1' } },
  userExport: { 'user:enterprise': { type: '2' }, 'user:individual': { type: '1' } },
  nextReview: { 'user:enterprise': { type: '2', kind: '1' }, 'user:individual': { type: '1', kind: '2' } },
  getSaveDataList: { 'evidence:enterprise': { type: '2' }, 'evidence:personal': { type: '1' } },
  getDownHistory: {
    'online:web': { type: '2', is_batch: '1' },
    'online:process': { type: '3', is_batch: '1' },
    'online:move': { type: '4', is_batch: '1' },
  },
  getOperateRecords: { 'authority:role': { type: '1', roleOrAccountId: '1' }, 'authority:account': { type: '2', roleOrAccountId: '1' } },
  getProList: { 'online:process': { type: '1' }, 'online:move': { type: '3' } },
  setLabels: {
    'online:web': { type: '2', baoquanStr: 'AB'.repeat(16), label: '' },
    'online:process': { type: '3', baoquanStr: 'AB'.repeat(16), label: '' },
    'online:move': { type: '4', baoquanStr: 'AB'.repeat(16), label: '' },
  },
  recordingLabels: { 'online:process': { type: '1' }, 'online:move': { type: '3' } },
  getLoginLog: { 'authority:log': { type: '1' }, 'authority:userLog': { type: '2' } },
};

async function call(token: string, { method, path }: Pick<Call, 'method' | 'path'>, fields: Record<string, string> = {}) {
  const form = new URLSearchParams(fields).toString();
  const headers = token === '' ? {} : { authorization: token };
  const reply = await (method === 'GET'
    ? installation.app.inject({ method, url: `${path}?${form}`, headers })
    : installation.app.inject({
        method,
        url: path,
        payload: form,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      }));
  const isJson = String(reply.headers['content-type']).includes('json');
  return isJson ? (reply.json() as { code: number; message: string }) : { code: 200, message: 'file' };
}

async function tokenWith(nodes: number[]): Promise<string> {
  await installation.db.updateTable('role').set({ nodes }).where('id', '=', '3').execute();
  return (await installation.signIn('nobody@example.com')).token;
}

function noteRoutes(message: unknown): void {
  unsubscribe('fastify.initialization', noteRoutes);
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isOtherMethod !== true) routes.push(...[method].flat().map((name) => `${name} ${url}`));
  });
}

/** Routes of the API that are not calls: the answer to an unknown call, and the list of calls. Answers to wrong methods are left out. */
const beside = /^[A-Z]+ \/api\/(?:\*|openapi\.json|docs(?:\/.*)?)$/;

describe('every call of the contract', () => {
  it('is all that the API answers: nothing is routed past its permissions', () => {
    const declared = new Set(calls.map(([, { method, path }]) => `${method} ${path}`));
    const found = routes.filter((route) => route.includes(' /api') && !beside.test(route));
    expect(new Set(found)).toEqual(declared);
  });

  it('is open only where signing in needs it', () => {
    expect(calls.filter(([, { needs }]) => needs === 'open').map(([name]) => name)).toEqual([
      'getImgCode',
      'login',
      'passkeyLogin',
      'signInWays',
    ]);
  });

  it('has a path and method of its own', () => {
    expect(new Set(calls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(calls.length);
  });

  it.each(guarded)('$name is refused signed out and with a broken token', async (entry) => {
    expect(await call('', entry)).toMatchObject({ code: 401, message: 'failed' });
    expect(await call('broken', entry)).toMatchObject({ code: 408, message: '接口解密失败' });
  });

  it.each(guarded.filter(({ needs }) => typeof needs === 'object'))(
    '$name is refused without each of its nodes, and let through with it',
    async (entry) => {
      if (typeof entry.needs !== 'object') return;
      const { anyOf, allOf = [] } = entry.needs as { anyOf: readonly Permission[]; allOf?: readonly Permission[] };
      const others = accessNodes.map((node) => node.id).filter((id) => !anyOf.some((permission) => nodeOf(permission) === id));
      expect(await call(await tokenWith(others), entry, Object.values(inputs[entry.name] ?? {})[0])).toMatchObject({
        code: 403,
        message: '权限不足！',
      });
      for (const permission of anyOf) {
        const fields = inputs[entry.name]?.[permission];
        const granted = await call(await tokenWith([nodeOf(permission), ...allOf.map(nodeOf)]), entry, fields);
        expect(granted.message).not.toBe('权限不足！');
        expect(letThrough(entry)).toContain(granted.code);
        const otherPage = Object.entries(inputs[entry.name] ?? {}).find(([name]) => name !== permission)?.[1];
        if (otherPage)
          expect(await call(await tokenWith([nodeOf(permission), ...allOf.map(nodeOf)]), entry, otherPage)).toMatchObject({
            message: '权限不足！',
          });
        for (const needed of allOf) {
          const lacking = await tokenWith([nodeOf(permission), ...allOf.filter((other) => other !== needed).map(nodeOf)]);
          expect(await call(lacking, entry, fields)).toMatchObject({ message: '权限不足！' });
        }
      }
    },
  );
});

describe('every call of the contract, by whole roles', () => {
  const others = guarded.filter(({ name }) => name !== 'logout');

  it('is refused to a role without nodes, unless being signed in is enough', async () => {
    const token = await tokenWith([]);
    for (const entry of others) {
      const { message } = await call(token, entry, Object.values(inputs[entry.name] ?? {})[0]);
      expect([entry.name, message === '权限不足！']).toEqual([entry.name, entry.needs !== 'signedIn']);
    }
  });

  it.each([
    ['a role with all nodes', 'nobody@example.com'],
    ['role 1', 'admin@example.com'],
  ])('is let through to %s', async (_role, username) => {
    await installation.db
      .updateTable('role')
      .set({ nodes: accessNodes.map((node) => node.id) })
      .where('id', '=', '3')
      .execute();
    const { token } = await installation.signIn(username);
    for (const entry of others) {
      const { code, message } = await call(token, entry, Object.values(inputs[entry.name] ?? {})[0]);
      expect([entry.name, letThrough(entry).includes(code) && message !== '权限不足！']).toEqual([entry.name, true]);
    }
  });
});

describe('a character that no database takes', () => {
  it.each([
    ['username', 'login', { username: 'a\0', password: 'b', imgCode: 'test', imgCodeToken: 'c' }],
    ['password', 'login', { username: 'a', password: 'b\0', imgCode: 'test', imgCodeToken: 'c' }],
    ['label', 'getWebList', { label: 'a\0' }],
    ['baoquan_no', 'getDownHistory', { type: '2', is_batch: '0', baoquan_no: 'a\0' }],
  ] as const)('is bad input in %s of %s, not a fault', async (field, name, fields) => {
    const { token } = await installation.signIn('admin@example.com');
    expect(await call(token, contract[name], fields)).toMatchObject({
      code: 403,
      message: 'failed',
      data: { msg: '含有无效字符', fields: { [field]: '含有无效字符' } },
    });
  });
});

describe('a range that reaches an end of the calendar', () => {
  const days = ['2026-01-01 - 9999-12-31', '9999-12-31 - 9999-12-31', '0001-01-01 - 9999-12-31', '0001-01-01 - 1899-12-31'];
  const times = ['2026-01-01 00:00:00 - 9999-12-31 23:59:59', '0001-01-01 12:00:00 - 9999-12-31 12:00:00'];
  const dated = calls.flatMap(([name, entry]) =>
    Object.entries(entry.input instanceof z.ZodObject ? entry.input.shape : {}).flatMap(([field, schema]) =>
      schema === dayRange || schema === timeRange
        ? [{ name, field, entry, ranges: schema === timeRange ? [...days, ...times] : days }]
        : [],
    ),
  );

  it.each(dated)('is a range like any other in $field of $name', async ({ name, field, entry, ranges }) => {
    const { token } = await installation.signIn('admin@example.com');
    const { id } = await installation.db
      .insertInto('users')
      .values({ type: 'personal', name, mobile: `100${randomInt(10_000_000, 100_000_000)}`, registered_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const app_id = `walk-${id}`;
    await installation.db.insertInto('credential').values({ app_id, security_key: 'k', kind: 'platform', user_id: null, name }).execute();
    const fields = { type: '1', is_batch: '1', roleOrAccountId: '1', userId: id, app_id };
    // Near the start, far from it, and by the second sort order of applications.
    const ways: Record<string, string>[] = [{}, { page: '100' }, { sort: 'due' }];
    for (const range of ranges) {
      for (const way of ways)
        expect([range, way, await call(token, entry, { ...fields, ...way, [field]: range })]).toEqual([
          range,
          way,
          expect.objectContaining({ code: 200 }),
        ]);
    }
    expect(await call(token, entry, { ...fields, [field]: '0000-01-01 - 2026-01-01' })).toMatchObject({
      code: 403,
      data: { msg: '日期范围无效' },
    });
  });
});

describe('the keyword of an export', () => {
  const sought = calls.filter(([, { input, reply }]) => reply === 'file' && input instanceof z.ZodObject && 'keyword' in input.shape);

  it.each(sought)('is on the trail of %s, masked where it is an identity number', async (_name, entry) => {
    const { token } = await installation.signIn('admin@example.com');
    for (const [keyword, noted] of [
      ['99010119900101123x', '9901**********123X'],
      ['H1234567(8)', 'H********8)'],
      ['10000000012', '10000000012'],
      ['张伟', '张伟'],
    ] as const) {
      expect(await call(token, entry, { type: '1', keyword })).toMatchObject({ code: 200 });
      const { after } = await installation.db
        .selectFrom('trail')
        .select('after')
        .where('action', '=', '导出')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(after).toMatchObject({ keyword: noted });
    }
  });
});
