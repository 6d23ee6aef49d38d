import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import type { RowResult } from '../../../contract/console/row-result.ts';
import { newEvidenceNumber } from '../../custody/evidence/store-evidence.ts';

const installation = testApp();
const make = recordingMaker(installation);
const { holding } = operators(installation);
type By = Awaited<ReturnType<typeof installation.signIn>>;
interface Rows {
  readonly list: readonly { readonly label: string }[];
  readonly count: number;
}
let admin: By;
let user = '';
beforeAll(async () => {
  await make.evidence.open();
  admin = await installation.signIn('admin@example.com');
  user = await make.evidence.user('personal', 1000, '张标签');
});

async function capture(label = '', status: 'waiting' | 'failed' = 'failed'): Promise<string> {
  const number = newEvidenceNumber();
  await installation.db
    .insertInto('capture')
    .values({ number, user_id: user, username: '张标签', mobile: '12000000001', url: 'https://a.example/', name: '网页', label, status })
    .execute();
  return number;
}
const setLabels = (numbers: readonly string[], label: string, fields: Record<string, string | number> = {}, by: Pick<By, 'post'> = admin) =>
  by.post<{ results: RowResult[] }>('/api/evidence/labelBatch', { baoquanStr: numbers.join(), type: 2, label, ...fields });
const labelOf = async (number: string) =>
  (await installation.db.selectFrom('capture').select('label').where('number', '=', number).executeTakeFirstOrThrow()).label;
const acts = (object: string) =>
  installation.db
    .selectFrom('trail')
    .select(['action', 'before', 'after'])
    .where('object', '=', object)
    .where('action', '=', '修改标签')
    .execute();
const webs = async (fields: Record<string, string | number>) => (await admin.get<Rows>('/api/ajax/webfor/getWebList', fields)).data;
const done = (id: string) => ({ id, done: 1, reason: '' });
const left = (id: string, reason: string) => ({ id, done: 0, reason });

describe('captures and recordings', () => {
  it('bear the label that they were given, are found by it, and have it on the trail', async () => {
    const numbers = [await capture(), await capture('旧标签'), await capture('甲案')];
    expect((await setLabels(numbers, ' 甲案 ')).data).toEqual({ results: numbers.map(done) });
    expect(await webs({ label: '甲案' })).toMatchObject({ count: 3, list: numbers.map(() => ({ label: '甲案' })) });
    expect(await webs({ label: '甲案', status: 'FAILED' })).toMatchObject({ count: 3 });
    expect(await webs({ label: '旧标签' })).toMatchObject({ count: 0 });
    expect(await acts(`capture/${numbers[1]}`)).toEqual([{ action: '修改标签', before: { label: '旧标签' }, after: { label: '甲案' } }]);
    expect(await acts(`capture/${numbers[2]}`)).toEqual([]);
    const labels = async () => (await admin.get<Rows>('/api/webfor/webForList')).data.list.map(({ label }) => label);
    expect(await labels()).toContain('甲案');
    await setLabels(numbers, '');
    expect(await labels()).not.toContain('甲案');
  });

  it('do so for recordings of each kind', async () => {
    const number = await make.recorded(user, media.mp4(3), { name: '直播录屏' });
    expect((await setLabels([number], '乙案', { type: 4 })).data.results).toEqual([left(number, '该证据不存在')]);
    expect((await setLabels([number], '乙案', { type: 3 })).data.results).toEqual([done(number)]);
    const rows = async (fields: Record<string, string | number>) =>
      (await admin.get<Rows>('/api/ajax/evidence/getProList', { type: 1, ...fields })).data;
    expect(await rows({ label: '乙案' })).toMatchObject({ count: 1, list: [{ label: '乙案' }] });
    expect(await rows({ label: '乙案', status: 'SUCCESS' })).toMatchObject({ count: 1 });
    expect(await rows({ label: '丙案' })).toMatchObject({ count: 0, list: [] });
    expect((await admin.get<Rows>('/api/evidence/labelList', { type: 1 })).data.list).toContainEqual({ label: '乙案' });
    expect((await admin.get<Rows>('/api/evidence/labelList', { type: 3 })).data.list).not.toContainEqual({ label: '乙案' });
    expect(await acts(`recording/${number}`)).toHaveLength(1);
  });

  it('are counted rightly whatever word their label is', async () => {
    const failed = (await webs({ status: 'FAILED' })).count;
    const numbers = [await capture('', 'waiting'), await capture('', 'waiting')];
    await setLabels(numbers, 'failed');
    expect((await webs({ status: 'FAILED' })).count).toBe(failed);
    expect((await webs({ label: 'failed' })).count).toBe(2);
    await setLabels(numbers, 'waiting/x');
    expect((await webs({ label: 'waiting/x' })).count).toBe(2);
    expect((await webs({ label: 'x', status: 'WAIT' })).count).toBe(0);
  });
});

describe('a label', () => {
  it('that somebody else changed since it was read is refused, and no other', async () => {
    const [one, two, three] = [await capture('原'), await capture('原'), await capture('原')];
    await setLabels([one], '别人的');
    await setLabels([three], '');
    const was = ['原', '原', '原'].map(encodeURIComponent).join();
    expect((await setLabels([one, two, three], '我的', { was })).data.results).toEqual([
      left(one, '标签已被其他人改为“别人的”'),
      done(two),
      left(three, '标签已被其他人清除'),
    ]);
    expect([await labelOf(one), await labelOf(two), await labelOf(three)]).toEqual(['别人的', '我的', '']);
    // Asked again with the label that is read now.
    expect((await setLabels([one], '我的', { was: encodeURIComponent('别人的') })).data.results).toEqual([done(one)]);
  });

  it('of two operators at once is one of theirs, and the other is told', async () => {
    const numbers = await Promise.all(Array.from({ length: 5 }, () => capture('原')));
    const was = numbers.map(() => encodeURIComponent('原')).join();
    const [one, two] = await Promise.all([setLabels(numbers, '一', { was }), setLabels(numbers, '二', { was })]);
    for (const [at, number] of numbers.entries()) {
      expect([one.data.results[at]?.done, two.data.results[at]?.done].toSorted()).toEqual([0, 1]);
      expect(await labelOf(number)).toBe(one.data.results[at]?.done === 1 ? '一' : '二');
      expect(await acts(`capture/${number}`)).toHaveLength(1);
    }
  });

  it('of a row that went is refused alone', async () => {
    const [gone, here] = [newEvidenceNumber(), await capture()];
    expect((await setLabels([gone, here], '在')).data.results).toEqual([left(gone, '该证据不存在'), done(here)]);
  });

  it('may be any text: it is kept and shown as it is', async () => {
    const number = await capture();
    const label = '<b>甲,乙/丙%20=𠮷</b>';
    await setLabels([number], label);
    expect(await labelOf(number)).toBe(label);
    expect((await setLabels([number], '后', { was: encodeURIComponent(label) })).data.results).toEqual([done(number)]);
  });

  it('is given by whoever sees the list, and by nobody else', async () => {
    const number = await capture();
    for (const nodes of [
      [13, 14, 30],
      [10, 29],
    ])
      expect(await setLabels([number], '越权', {}, await holding(...nodes))).toMatchObject({ code: 403, message: '权限不足！' });
    expect((await setLabels([number], '可以', {}, await holding(12))).data.results).toEqual([done(number)]);
  });
});

it.each([
  [{ baoquanStr: '' }, '请选择需要设置标签的证据'],
  [{ baoquanStr: 'x' }, '取证编号无效：X'],
  [{ baoquanStr: Array.from({ length: 101 }, newEvidenceNumber).join() }, '一次最多设置100份证据的标签'],
  [{ label: '长'.repeat(51) }, '标签最多50个字'],
  [{ label: '一\n二' }, '含有无效字符'],
  [{ type: 1 }, '取证类型无效'],
  [{ was: 'a,b' }, '原标签的数量与证据不符'],
])('refuses %j', async (change, msg) => {
  expect(await setLabels([newEvidenceNumber()], '甲', change as Record<string, string | number>)).toMatchObject({
    code: 403,
    message: 'failed',
    data: { msg },
  });
});
