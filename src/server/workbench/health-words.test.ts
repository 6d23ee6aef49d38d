import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/house/database.ts';
import type { Health } from './health.ts';
import { healthLines } from './health-words.ts';
import { logHealth } from './log-health.ts';

const house = testDatabase();
const at = new Date('2026-11-01T18:00:00+08:00');
const signedAt = new Date('2026-11-01T17:59:58+08:00');
const well: Health = {
  at,
  log: { pending: 0, oldestPendingAt: null, checkpoint: { size: 12_345, signedAt } },
  timestamps: { uncovered: 0, lastAt: signedAt, error: null },
  chain: { uncovered: 0, lastAt: signedAt, error: null },
  sweep: { objects: 9, unchecked: 0, damaged: 0, missing: 0, oldestLookAt: signedAt },
};
const all = { timestamps: true, chain: true };
const line = (health: Health, at: number) => Object.values(healthLines(health, all)[at] ?? {}).slice(1).join(' ');

it('says that all is well, and since when', () => {
  expect(healthLines(well, all).map(({ name, tone }) => [name, tone])).toEqual([['存证日志', 'done'], ['可信时间戳', 'done'], ['区块链锚定', 'done'], ['文件巡检', 'done']]);
  expect(line(well, 0)).toBe('done 已入链 12,345 条，最近检查点 2026-11-01 17:59:58');
});

it.each<[string, Partial<Health>, number, RegExp]>([
  ['entries on their way', { log: { ...well.log, pending: 3, oldestPendingAt: new Date(at.getTime() - 3000) } }, 0, /^work .*3 条正在入链$/],
  ['entries that are late', { log: { ...well.log, pending: 3, oldestPendingAt: new Date(at.getTime() - 600_000) } }, 0, /^failed 3 条等待入链，最早的已等 10 分钟/],
  ['a log without a checkpoint', { log: { pending: 0, oldestPendingAt: null, checkpoint: null } }, 0, /^over 尚无存证$/],
  ['a checkpoint to be stamped', { timestamps: { uncovered: 2, lastAt: null, error: null } }, 1, /^work 2 个检查点待确认$/],
  ['an authority that does not answer', { timestamps: { uncovered: 2, lastAt: signedAt, error: 'ECONNREFUSED' } }, 1, /^wait 时间戳服务暂不可用.*2026-11-01 17:59:58$/],
  ['a damaged file', { sweep: { objects: 9, unchecked: 0, damaged: 1, missing: 0, oldestLookAt: null } }, 3, /^failed 发现 1 个文件损坏/],
  ['files not looked at', { sweep: { objects: 9, unchecked: 4, damaged: 0, missing: 0, oldestLookAt: null } }, 3, /^work 4 个/],
])('tells of %s', (_case, change, at, text) => {
  expect(line({ ...well, ...change }, at)).toMatch(text);
});

it('reads the log of a house without one, and with what waits', async () => {
  expect(await logHealth(house.db)).toMatchObject({ log: { pending: 0, oldestPendingAt: null, checkpoint: null }, timestamps: { uncovered: 0, lastAt: null, error: null } });
  await house.db.insertInto('log_pending').values({ entry: Buffer.from('{}') }).execute();
  expect(await logHealth(house.db)).toMatchObject({ log: { pending: 1, oldestPendingAt: expect.any(Date) as Date } });
});
