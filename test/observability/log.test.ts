import { expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { processLog } from '../../src/server/platform/telemetry/process-log.ts';
import { withoutPersonal } from '../../src/server/platform/telemetry/personal.ts';
import { encodeForm } from '../../src/contract/wire.ts';
import { testApp } from '../installation/app.ts';
import { password } from '../installation/factories/accounts.ts';

const installation = testApp();

/** Data of a fictitious person. */
const personal = [
  '欧阳静雯',
  '13912345678',
  '11010519491231002X',
  'ouyang@example.com',
  '北京市朝阳区建国路',
  '203.0.113.77',
  'Geheim2026',
];
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

it('has a line for each call, with its trace and operator, and nothing of a person', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const { db, pool, store, stages } = installation;
  const config = readConfig({ LOG_LEVEL: 'info', CAPTCHA_FIXED_CODE: 'test', TRUST_PROXY: '1' });
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
  const app = await buildApp({ config, db, pool, store, stages, secrets, logger: log });
  try {
    const headers = { 'x-forwarded-for': personal[5], traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const captcha = await app.inject({ url: '/api/login/getImgCode', headers });
    const { imgCodeToken } = (captcha.json() as { data: { imgCodeToken: string } }).data;
    const login = (username: string, secret: string, code: string) =>
      app.inject({
        method: 'POST',
        url: '/api/login/login',
        headers: form,
        payload: encodeForm({ username, password: secret, imgCode: code, imgCodeToken }).toString(),
      });
    const { data } = (await login('admin@example.com', password, 'test')).json() as { data: { token: string } };
    await login(personal[3] ?? '', personal[6] ?? '', 'test');
    const signedIn = { ...headers, authorization: `Bearer ${data.token}` };
    const search = encodeForm({ type: '1', page: '1', keyword: personal[0] ?? '', mobile: personal[1] ?? '' }).toString();
    await app.inject({ url: `/api/ajax/user/getUserList?${search}`, headers: signedIn });
    await app.inject({ url: `/nowhere/${personal.map(encodeURIComponent).join('/')}`, headers: signedIn });
    await app.inject({ url: `/open/v1/verify/${encodeURIComponent(personal[0] ?? '')}`, headers: signedIn });
    // A fault whose message contains what the caller sent.
    app.log.error({ err: new Error(`no room for ${personal.slice(0, 5).join(' ')}`) }, `of ${personal[0]}`);
    await expect(pool.query('select $1::text::int', [personal[1]])).rejects.toThrow();
    await pool.query('select $1::text::int', [`${personal[0]} 1234`]).catch((error: unknown) => app.log.error({ err: error }, 'fault'));
    await store.put(Readable.from(['']), { maxBytes: 1 }).catch((error: unknown) => app.log.error({ err: error }, 'fault'));
  } finally {
    await app.close();
  }
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed).toContainEqual(expect.objectContaining({ level: 'info', msg: 'call', call: 'getUserList', trace, operator: '1' }));
  expect(parsed).toContainEqual(expect.objectContaining({ level: 'info', msg: 'call', call: 'login', trace, outcome: 'refused' }));
  expect(parsed).toContainEqual(expect.objectContaining({ level: 'error', err: expect.objectContaining({ code: '22P02' }) as unknown }));
  for (const word of [...personal, password, '1234\\"']) {
    const found = lines.filter((line) => line.includes(word) || line.includes(encodeURIComponent(word)));
    expect({ word, found }).toEqual({ word, found: [] });
  }
});

it('keeps what an engineer needs of a text', () => {
  const kept = 'Error: connect ECONNREFUSED 10.0.0.5:5432 at /srv/notary/node_modules/@fastify/multipart/index.js:12:7 1795430636199 ms';
  expect(withoutPersonal(kept)).toBe(kept);
  expect(withoutPersonal('张三·李四 sent +86 13912345678, 11010519491231002X to a.b@example.com')).toBe('… sent …, … to …@…');
});

it('writes the lines of the start for a terminal, or as JSON', () => {
  const lines: string[] = [];
  processLog({ format: 'text', level: 'warn' }, (line) => lines.push(line))('info', 'Console   http://127.0.0.1:8080/');
  processLog({ format: 'json', level: 'warn' }, (line) => lines.push(line))('error', 'growing the log failed: 张三');
  expect(lines[0]).toBe('Console   http://127.0.0.1:8080/\n');
  expect(JSON.parse(lines[1] ?? '')).toEqual({ level: 'error', time: expect.any(String) as string, msg: 'growing the log failed: …' });
  const errors = processLog({ format: 'text', level: 'error' }, (line) => lines.push(line));
  errors('warn', 'traces cannot be sent');
  errors('error', 'growing the log failed');
  expect(lines.slice(2)).toEqual(['growing the log failed\n']);
});
