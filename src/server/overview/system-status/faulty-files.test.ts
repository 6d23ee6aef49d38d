import { rm, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { scrubber } from '../../../../test/installation/scrub.ts';
import type { FaultyFile } from '../../../contract/console/system-status.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const { holding } = operators(installation);
const { scrub, due, stateOf, pathOf, kept } = scrubber(installation, make);
let admin: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await make.open();
  admin = await installation.signIn('admin@example.com');
});

const faulty = async (by: Pick<typeof admin, 'get'> = admin) =>
  (await by.get<{ list: FaultyFile[]; count: number; command: string }>('/api/ajax/system/getFaultyFiles', {})).data;
const line = async () => {
  const { data } = await admin.get<{ lines: { name: string; text: string; advice: string }[] }>('/api/ajax/system/getStatus');
  return data.lines.find(({ name }) => name === '文件巡检');
};

it('lists what is lost with its evidence and since when, has it checked at once, and forgets what was put back', async () => {
  expect(await faulty()).toMatchObject({ list: [], count: 0 });
  expect((await line())?.advice).toBe('');
  const [damaged, missing] = [await kept(), await kept()];
  await writeFile(pathOf(damaged.sha256), 'other bytes');
  await rm(pathOf(missing.sha256));
  await due(damaged.sha256, missing.sha256);
  await scrub();
  const found = await faulty();
  expect(found).toMatchObject({ count: 2, command: 'npm run admin -- store repair <备份位置>' });
  expect(found.list.map(({ sha256 }) => sha256)).toEqual([damaged.sha256, missing.sha256].toSorted());
  for (const [{ number, sha256, bytes }, word] of [
    [damaged, '损坏'],
    [missing, '缺失'],
  ] as const) {
    const file = found.list.find((one) => one.sha256 === sha256);
    expect(file).toMatchObject({ tone: 'failed', state_name: word, size: bytes.length, reason: '', evidence_count: 1 });
    expect(file?.evidence).toEqual([{ baoquan: number, url: expect.stringContaining(`/certificate/${number}/`) as string }]);
    expect([file?.since, file?.checked_time]).toEqual(Array(2).fill(expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)));
  }
  expect(await line()).toMatchObject({
    text: '发现 1 个文件损坏、1 个文件缺失，须由系统管理员处理',
    advice: expect.stringContaining('从备份恢复') as string,
  });

  // Somebody puts one back; the next round of the scrub would be in ten minutes.
  await writeFile(pathOf(missing.sha256), missing.bytes);
  expect(await scrub()).toEqual([]);
  const { data, message } = await admin.post<{ count: number; time: string }>('/api/ajax/system/recheckFiles', {});
  expect([data.count, message]).toEqual([2, '操作成功']);
  await scrub();
  expect(await stateOf(missing.sha256)).toBe('whole');
  const left = await faulty();
  expect(left.list.map(({ sha256 }) => sha256)).toEqual([damaged.sha256]);
  expect((left.list[0]?.checked_time ?? '') >= data.time).toBe(true);
});

it('names a file that could not be read without calling it lost, and gives no link to whoever may not open the evidence', async () => {
  const { number, sha256 } = await kept();
  await installation.db.updateTable('stored_object').set({ last_error: 'EIO: i/o error' }).where('sha256', '=', sha256).execute();
  const watcher = await holding(45);
  const file = (await faulty(watcher)).list.find((one) => one.sha256 === sha256);
  expect(file).toMatchObject({ tone: 'wait', state_name: '未能读出', since: '', reason: 'EIO: i/o error' });
  expect(file?.evidence).toEqual([{ baoquan: number, url: '' }]);
});
