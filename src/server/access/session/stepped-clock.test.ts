import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { checkLog } from '../../custody/audit/log-check.ts';
import { custodyHealth } from '../../custody/audit/health.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { custodyFindings } from '../../overview/system-status/custody-findings.ts';
import { databaseClockFinding } from '../../overview/system-status/clock-findings.ts';

const installation = testApp();
const make = evidenceMaker(installation);
beforeAll(() => make.open());
afterEach(() => {
  vi.useRealTimers();
});

/** Steps the server's clock; the database's stays right. Callers sign by the server's clock here. */
const step = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
const hour = 3600;

it.each([-24 * hour, -hour, hour, 24 * hour])(
  'a clock that is stepped by %i s ends no session, and opens none that is over',
  async (by) => {
    const before = await installation.signInWithPassword('admin@example.com');
    step(by);
    expect((await before.get('/api/ajax/user/getUserList', { type: 1 })).code).toBe(200);
    const { code, data } = await installation.attempt('admin@example.com');
    expect(code).toBe(200);
    const during = installation.as(data.token);
    expect((await during.get('/api/ajax/user/getUserList', { type: 1 })).code).toBe(200);
    vi.useRealTimers();
    for (const session of [before, during]) expect((await session.get('/api/ajax/user/getUserList', { type: 1 })).code).toBe(200);
    // Ends 12 hours later by the database's clock, as it should.
    const { rows } = await installation.pool.query<{ apart: number }>(
      'select max(abs(extract(epoch from clock_timestamp() - created_at)))::float8 as apart from session where ended_at is null',
    );
    expect(rows[0]?.apart).toBeLessThan(600);
  },
);

it('a captcha of before the step serves after it, once', async () => {
  const { data } = await installation.nobody.get<{ imgCodeToken: string }>('/api/login/getImgCode');
  step(hour);
  const form = { username: 'admin@example.com', password: 'wrong', imgCode: 'test', imgCodeToken: data.imgCodeToken };
  expect(await installation.nobody.post('/api/login/login', form)).toMatchObject({ data: { msg: '帐号或密码错误' } });
  expect(await installation.nobody.post('/api/login/login', form)).toMatchObject({ data: { msg: '验证码已过期' } });
});

it('evidence and checkpoints go on over a step ahead and back: nothing is lost, the log is whole, doctor says what is wrong', async () => {
  const config = readConfig({});
  const signer = await openLogSigner(installation.db, config);
  const userId = await make.user('personal', 3);
  const numbers: string[] = [];
  const keep = async () => {
    numbers.push(await make.evidence(userId));
    await growLog(installation.db, signer);
  };
  const logLine = async () => custodyFindings(await custodyHealth(installation.db), config).find(({ item }) => item === 'log');
  await keep();
  expect(await logLine()).toMatchObject({ ok: true });
  step(hour);
  await keep();
  vi.useRealTimers();
  await keep();
  expect(await logLine()).toMatchObject({ ok: false, detail: expect.stringContaining('AHEAD of the clock') as string });
  expect(await checkLog(installation.db)).toMatchObject({ broken: null });
  const kept = await installation.db.selectFrom('evidence').select('number').where('number', 'in', numbers).execute();
  expect(kept).toHaveLength(3);
  expect(databaseClockFinding(-hour, 0.01)).toMatchObject({ state: 'bad', detail: "3600.00 s behind this machine's" });
});
