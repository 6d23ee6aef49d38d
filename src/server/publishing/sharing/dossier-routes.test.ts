import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { kindMaker } from '../../../../test/installation/factories/packages/eight-kinds.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { grant } from '../../business/points/ledger.ts';
import { revokeShare, urlOf } from './share-address.ts';
import { dossierRules } from '../../../domain/proof/dossier/lines/registry.ts';

const installation = testApp({ PUBLIC_URL: 'https://notary.example', OFFICE_NAME: '某某市<公证处>' });
const make = kindMaker(installation);
const actor = { kind: 'command', id: '0', name: '测试', ip: '' } as const;
let [photo, film] = ['', ''];
beforeAll(async () => {
  await make.open();
  const user = await make.reviewedUser('欧阳某某');
  await installation.db.transaction().execute((tx) => grant(tx, { userId: user, points: 100, source: 'giftTest', reference: 'dossier' }));
  photo = await make.of('photo', user);
  film = await make.of('move', user);
});

const pathOf = async (number: string) =>
  new URL((await urlOf(installation.db, number, 'https://notary.example')) ?? 'https://none').pathname;
const get = async (path: string) => installation.app.inject({ url: path });

describe('the open page of a dossier', () => {
  it('says that there is none yet while the evidence waits for its anchor', async () => {
    const reply = await get(`${await pathOf(photo)}/dossier`);
    expect([reply.statusCode, reply.body.includes('证据待锚定')]).toEqual([202, true]);
    await grow(installation);
  });

  it('shows every line to whoever has the address, masks people, runs nothing and loads nothing', async () => {
    for (const number of [photo, film]) {
      const reply = await get(`${await pathOf(number)}/dossier`);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
      expect(reply.headers['cache-control']).toBe('private, no-cache');
      expect(reply.body).toContain('某某市&#60;公证处&#62;');
      expect(reply.body).toContain('个人用户“欧***”');
      expect(reply.body).toContain('其他工具复核。本页的个人姓名已遮盖。');
      expect(reply.body).not.toMatch(/欧阳|王审核|张三|<script|<link(?! rel="icon" href="data:,">)|src=/);
      expect(reply.body.match(/<h3>/g)?.length).toBe(Object.keys(dossierRules).length);
      expect(Buffer.byteLength(reply.body)).toBeLessThan(60_000);
    }
  });

  it('is not the way to a file that was not collected online', async () => {
    expect((await get(await pathOf(photo))).statusCode).toBe(404);
    expect((await get(await pathOf(film))).statusCode).toBe(200);
  });

  it.each(['/s/x/dossier', `/s/${'A'.repeat(43)}/dossier`, '/s/%00/dossier'])('is 404 at %s, as a page', async (path) => {
    const reply = await get(path);
    expect([reply.statusCode, reply.headers['content-type'], reply.body.includes('链接无效')]).toEqual([
      404,
      'text/html; charset=utf-8',
      true,
    ]);
  });

  it('goes with its address', async () => {
    const path = `${await pathOf(photo)}/dossier`;
    await installation.db.transaction().execute((tx) => revokeShare(tx, photo, actor));
    expect((await get(path)).statusCode).toBe(404);
  });
});

describe('the dossier in the console', () => {
  it('is for whoever may see the evidence, in full, with the address of its open page', async () => {
    const [admin, nobody] = [await installation.signIn('admin@example.com'), await installation.signIn('nobody@example.com')];
    const answer = await admin.get<{ sections: { lines: { 说明: string }[] }[]; share_url: string }>('/api/data/dossier', {
      baoquan: film,
    });
    expect(answer.code).toBe(200);
    expect(answer.data.share_url).toMatch(/^https:\/\/notary\.example\/s\/[\w-]{43}\/dossier$/);
    expect(
      answer.data.sections
        .flatMap(({ lines }) => lines)
        .map(({ 说明 }) => 说明)
        .join(''),
    ).toContain('“欧阳某某”');
    expect((await nobody.get('/api/data/dossier', { baoquan: film })).code).toBe(403);
    expect((await installation.nobody.get('/api/data/dossier', { baoquan: film })).code).toBe(401);
    expect(await admin.get('/api/data/dossier', { baoquan: '0'.repeat(32) })).toMatchObject({ data: { msg: '该存证不存在' } });
    expect((await admin.get('/api/data/dossier', { baoquan: photo })).data).toMatchObject({ share_url: '' });
  });

  it('is told on the trail', async () => {
    const { rows } = await installation.pool.query("select count(*)::int as looks from trail where object = $1 and action = '查看存证'", [
      `evidence/${film}`,
    ]);
    expect(rows).toEqual([{ looks: 1 }]);
  });
});
