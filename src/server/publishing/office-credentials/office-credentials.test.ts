import { createCanvas } from '@napi-rs/canvas';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { failed, forbidden, lost } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { credentialDesk, paper } from '../../../../test/installation/factories/credentials.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import type { CredentialRow } from '../../../contract/console/office-credentials.ts';
import type { MenuItem } from '../../../contract/console/session.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { parseCredentialList } from '../../../domain/proof/platform/credential-list.ts';
import { dayMs, formatDay } from '../../../domain/kit/text/time.ts';
import { readLoggedCredentials } from '../../custody/platform/logged-credentials.ts';
import { sniffImage } from '../../../domain/kit/media/image.ts';
import { notifyEnding } from './feature.ts';

const installation = testApp();
const make = operators(installation);
const desk = credentialDesk(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

const add = (fields: Record<string, string> = {}, picture?: Buffer | null) => desk.add(admin.token, fields, picture);
const list = async (fields: Record<string, string | number> = {}) =>
  (await admin.get<{ list: CredentialRow[]; count: number }>('/api/ajax/office/getCredentialList', { limit: 100, ...fields })).data;
const withdraw = (id: string, reason: string) => admin.post('/api/ajax/office/withdrawCredential', { id, reason });
const inDays = (days: number) => formatDay(new Date(Date.now() + days * dayMs));
/** Keeps the number of valid ones far below the limit. */
const withdrawAll = async () => {
  for (const { id, status } of (await list()).list) if (![5, 6].includes(status)) await withdraw(id, '测试结束');
};
const objects = async () => (await installation.db.selectFrom('stored_object').select('sha256').execute()).length;
const rows = async () => (await installation.db.selectFrom('office_credential').select('id').execute()).length;

describe('a credential', () => {
  it('is written down with its picture drawn anew, on the trail and in the log, and its picture opens', async () => {
    const { data, message } = await add({ number: '样例-00001', valid_until: '' }, paper(1200, 800));
    expect(message).toBe('登记成功');
    const [row] = (await list({ keyword: '样例-00001' })).list;
    expect(row).toMatchObject({
      id: data.id,
      type: 2,
      type_name: '网络安全等级保护',
      name: '等级保护备案证明',
      issuer: '样例市公安局',
      valid_from: '2024-01-01',
      valid_until: '',
      status_name: '有效',
      days_left: '',
      logged: 0,
      operator: '管理员',
    });
    const picture = (await installation.app.inject({ url: row?.picture ?? '' })).rawPayload;
    expect(sniffImage(picture)).toEqual({ mediaType: 'image/jpeg', width: 1200, height: 800 });
    expect(createHash('sha256').update(picture).digest('hex')).toBe(row?.sha256);
    const trail = await installation.db
      .selectFrom('trail')
      .select(['action', 'after'])
      .where('object', '=', `office-credential/${data.id}`)
      .execute();
    expect(trail).toEqual([
      { action: '登记机构资质', after: expect.objectContaining({ kind: 'protection', sha256: row?.sha256 }) as object },
    ]);

    await grow(installation);
    expect((await list({ keyword: '样例-00001' })).list[0]?.logged).toBe(1);
    const logged = await readLoggedCredentials(installation.db);
    expect(logged?.list.credentials.find(({ id }) => id === data.id)).toMatchObject({
      number: '样例-00001',
      validUntil: null,
      replaces: null,
    });
    expect(parseCredentialList(logged?.bytes ?? new Uint8Array(0)).ok).toBe(true);
  });

  it('is replaced by another of its kind, and stays', async () => {
    const { data: old } = await add({ number: '样例-旧' });
    const { data: fresh, message } = await add({ number: '样例-新', replaces: old.id });
    expect(message).toBe('更新成功');
    const found = (await list({ keyword: '样例-' })).list.filter(({ id }) => [old.id, fresh.id].includes(id));
    expect(found.map(({ status_name }) => status_name)).toEqual(['有效', '已更新']);
    expect(await add({ number: '样例-再', replaces: old.id })).toMatchObject(lost('该资质已被更新或作废，请刷新后查看'));
    expect(await add({ number: '样例-再', replaces: fresh.id, type: '3' })).toMatchObject(failed('更新的资质类型应与原资质相同'));
    expect(await add({ number: '样例-再', replaces: '999999' })).toMatchObject(failed('该资质不存在'));
    expect(await add({ number: '样例-新' })).toMatchObject(failed('该编号的资质已登记，请使用更新'));
  });

  it('is replaced once by two who replace it at once', async () => {
    const { data: old } = await add();
    const both = await Promise.all([add({ replaces: old.id }), add({ replaces: old.id })]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 430]);
  });

  it('is withdrawn with a reason, once, which the log holds', async () => {
    const { data } = await add({ number: '样例-作废' });
    expect(await withdraw(data.id, '')).toMatchObject(failed('作废原因不能为空'));
    expect(await withdraw(data.id, '主管机关已注销')).toMatchObject({ code: 200, message: '操作成功' });
    expect(await withdraw(data.id, '再次')).toMatchObject(lost('该资质已被更新或作废，请刷新后查看'));
    expect(await withdraw('999999', '没有')).toMatchObject(failed('该资质不存在'));
    expect((await list({ keyword: '样例-作废' })).list[0]).toMatchObject({ status_name: '已作废', reason: '主管机关已注销' });
    await grow(installation);
    const logged = await readLoggedCredentials(installation.db);
    expect(logged?.list.credentials.find(({ id }) => id === data.id)?.withdrawn?.reason).toBe('主管机关已注销');
  });

  it('is never changed nor deleted', async () => {
    const { data } = await add();
    await expect(installation.db.updateTable('office_credential').set({ number: 'x' }).where('id', '=', data.id).execute()).rejects.toThrow(
      'append',
    );
    await expect(installation.db.deleteFrom('office_credential').where('id', '=', data.id).execute()).rejects.toThrow('append');
    await expect(installation.db.deleteFrom('office_credential_list').execute()).rejects.toThrow('append');
  });

  it('is one of twelve that stand', async () => {
    await withdrawAll();
    for (let at = 0; at < limits.officeCredentials; at += 1) expect((await add()).code).toBe(200);
    expect(await add()).toMatchObject(failed('有效的资质最多登记12项，请先作废不再使用的资质'));
    const { list: standing } = await list({ status: 1 });
    expect((await add({ replaces: standing[0]?.id ?? '' })).code).toBe(200);
    await withdrawAll();
  });
});

describe('the list', () => {
  it('shows how each stands today, and finds by kind, state and words', async () => {
    await withdrawAll();
    const until = { 有效: inDays(61), 即将到期: inDays(60), 今天: inDays(0), 已到期: inDays(-1) };
    for (const [number, valid_until] of Object.entries(until)) await add({ number: `期限-${number}`, valid_until });
    await add({ number: '期限-未生效', valid_from: inDays(1), type: '5' });
    const found = (await list({ keyword: '期限' })).list;
    expect(Object.fromEntries(found.map(({ number, status_name, days_left }) => [number, [status_name, days_left]]))).toEqual({
      '期限-有效': ['有效', 61],
      '期限-即将到期': ['即将到期', 60],
      '期限-今天': ['即将到期', 0],
      '期限-已到期': ['已到期', -1],
      '期限-未生效': ['未生效', expect.any(Number)],
    });
    expect((await list({ status: 2, keyword: '期限' })).count).toBe(2);
    expect((await list({ type: 5, status: 4 })).list.map(({ number }) => number)).toEqual(['期限-未生效']);
    expect((await list({ keyword: '样例市公安局', status: 3 })).count).toBe(1);
    expect((await list({ keyword: '%' })).count).toBe(0);
    type Summary = { waiting: { label: string; count: number; oldest_time: string }[] };
    const { waiting } = (await admin.get<Summary>('/api/ajax/workbench/getSummary')).data;
    const shown = waiting.filter(({ label }) => label.endsWith('资质'));
    // One that is valid for weeks makes nobody wait; one that ended yesterday does since this morning.
    expect(shown.map(({ label, count, oldest_time: oldest }) => [label, count, oldest])).toEqual([
      ['即将到期资质', 2, ''],
      ['已到期资质', 1, `${inDays(0)} 00:00:00`],
    ]);
  });

  it.each([
    [{ type: 9 }, '资质类型无效'],
    [{ status: 9 }, '状态无效'],
  ])('refuses %j', async (fields, msg) => {
    expect(await admin.get('/api/ajax/office/getCredentialList', fields)).toMatchObject(failed(msg));
  });
});

describe('what is no credential', () => {
  it.each([
    [{ type: '' }, '请选择资质类型'],
    [{ name: ' ' }, '资质名称不能为空'],
    [{ number: '' }, '资质编号不能为空'],
    [{ number: '号'.repeat(61) }, '最多60个字'],
    [{ issuer: '' }, '发证机关不能为空'],
    [{ issuer: 'a\u0007b' }, '含有无效字符'],
    [{ valid_from: '' }, '请选择有效期起始日'],
    [{ valid_from: '2026-02-31' }, '日期应为yyyy-MM-dd'],
    [{ valid_until: '2099/01/01' }, '日期应为yyyy-MM-dd'],
    [{ valid_from: '2026-02-02', valid_until: '2026-02-01' }, '有效期截止日不能早于起始日'],
    [{ replaces: 'x' }, '编号无效'],
  ])('is refused: %j', async (fields, msg) => {
    const before = [await rows(), await objects()];
    expect(await add(fields)).toMatchObject(failed(msg));
    expect([await rows(), await objects()]).toEqual(before);
  });
});

describe('a picture', () => {
  it.each<[string, () => Buffer | null, string]>([
    ['that is missing', () => null, '请选择要上传的文件'],
    ['that is empty', () => Buffer.alloc(0), '请选择资质图片'],
    ['that is a text', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(300)), '资质图片应为JPEG、PNG或WebP格式'],
    ['that is a PDF', () => Buffer.from('%PDF-1.7\n'.padEnd(300)), '资质图片应为JPEG、PNG或WebP格式'],
    ['whose header is all there is', () => paper().subarray(0, 60), '资质图片无法识别，文件可能已损坏'],
    ['that was cut off', () => paper().subarray(0, -20), '资质图片无法识别，文件可能已损坏'],
    [
      'that was cut off, as a JPEG',
      () => createCanvas(300, 200).toBuffer('image/jpeg').subarray(0, -20),
      '资质图片无法识别，文件可能已损坏',
    ],
    ['that unpacks to a gigapixel', () => bomb(30_000, 30_000), '资质图片的像素过大，最多2500万像素'],
    ['that is larger than 8 MB', () => Buffer.concat([paper(), Buffer.alloc(limits.credentialUploadBytes)]), '资质图片不能超过8MB'],
  ])('%s is refused, and nothing of it is stored', async (_what, picture, msg) => {
    const before = [await rows(), await objects(), await stored()];
    expect(await add({}, picture())).toMatchObject(failed(msg));
    expect([await rows(), await objects(), await stored()]).toEqual(before);
  });

  it('of a large scan is kept small enough for every package', async () => {
    const canvas = createCanvas(2400, 1800);
    const pen = canvas.getContext('2d');
    const noise = pen.createImageData(2400, 1800);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : (at * 2_654_435_761) % 251;
    pen.putImageData(noise, 0, 0);
    const { data } = await add({}, canvas.toBuffer('image/jpeg', 60));
    const row = await installation.db.selectFrom('office_credential').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow();
    expect(row.picture_bytes).toBeLessThanOrEqual(limits.credentialPictureBytes);
    const kept = await buffer((await installation.store.open(row.picture_sha256)).stream);
    expect(sniffImage(kept)?.mediaType).toBe('image/jpeg');
  });
});

describe('role 1', () => {
  it('is told sixty days before the end, once, also by two servers, and nobody else is', async () => {
    await withdrawAll();
    const [reader, events] = [await make.holding(22, 43), new Set<string>()];
    for (const [number, days] of [
      ['告知-到期', 60],
      ['告知-还早', 61],
    ] as const)
      events.add(`office-credential/${(await add({ number, valid_until: inDays(days) })).data.id}`);
    const [ending = ''] = events;
    await Promise.all([notifyEnding(installation.db), notifyEnding(installation.db)]);
    await notifyEnding(installation.db);
    const messages = await installation.db.selectFrom('message').select(['account_id', 'event']).where('kind', '=', 'credential').execute();
    expect(messages.filter(({ event }) => events.has(event))).toEqual([{ account_id: '1', event: ending }]);
    await notifyEnding(installation.db, new Date(Date.now() + dayMs));
    expect((await installation.db.selectFrom('message').select('id').where('kind', '=', 'credential').execute()).length).toBe(
      messages.length + 1,
    );
    const shown = (await admin.get<{ list: { text: string; url: string }[] }>('/api/ajax/message/getList')).data.list[0];
    expect(shown).toMatchObject({ text: '一项机构资质将在60天内到期，请及时更新', url: '/office/credentials' });
    expect((await reader.get<{ count: number }>('/api/ajax/message/getList')).data.count).toBe(0);
  });

  it('has the page in its menu under 机构与系统, at an address relative to it', async () => {
    const group = (await admin.post<MenuItem[]>('/api/member/getMenu')).data.find(({ id }) => id === '46');
    expect(group).toMatchObject({ name: '机构与系统', url: '/office' });
    expect(group?.childMenu.find(({ id }) => id === '43')).toMatchObject({
      id: '43',
      name: '机构资质',
      url: '/credentials',
      permission: 'office:credentials',
    });
  });

  it('is the only one of the demo’s roles: whoever lacks node 43 neither reads nor writes', async () => {
    const other = await make.holding(22, 23, 24, 25, 26, 38);
    expect(await other.get('/api/ajax/office/getCredentialList')).toMatchObject(forbidden);
    expect(await desk.add(other.token)).toMatchObject(forbidden);
    expect(await other.post('/api/ajax/office/withdrawCredential', { id: '1', reason: 'x' })).toMatchObject(forbidden);
  });
});

/** A PNG of width × height black pixels, in a few kilobytes. */
function bomb(width: number, height: number): Buffer {
  const small = createCanvas(1, 1).toBuffer('image/png');
  const head = Buffer.from(small.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, length, Buffer.from('IDAT'), data, Buffer.alloc(4), small.subarray(small.length - 12)]);
}

/** Number of files in the store, whether rows reference them or not. */
async function stored(): Promise<number> {
  let count = 0;
  for await (const _ of installation.store.list()) count += 1;
  return count;
}
