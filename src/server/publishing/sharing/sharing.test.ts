import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { shareRoutes } from './routes.ts';
import { renewShare, revokeShare, urlOf } from './share-address.ts';

const installation = testApp({
  PUBLIC_URL: 'https://notary.example',
  PREVIEW_HOST_FROM: 'oss.old.example',
  PREVIEW_HOST_TO: 'cos.new.example',
});
const make = recordingMaker(installation);
const file = media.mp4(3);
const actor = { kind: 'command', id: '0', name: '测试', ip: '' } as const;
let number = '';
beforeAll(async () => {
  await make.evidence.open();
  number = await make.recorded(await make.evidence.user('personal', 10), file, { name: '</script><b>名' });
});

const address = async () => new URL((await urlOf(installation.db, number, 'https://notary.example')) ?? 'https://none').pathname;
const get = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', path?: string) =>
  installation.app.inject({ method, url: path ?? (await address()), headers });
const revoke = () => installation.db.transaction().execute((tx) => revokeShare(tx, number, actor));
const renew = () => installation.db.transaction().execute((tx) => renewShare(tx, number, actor));

describe('a share address', () => {
  it('is one and stays the same, however many ask at once', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => urlOf(installation.db, number, 'https://notary.example')));
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toMatch(/^https:\/\/notary\.example\/s\/[\w-]{43}$/);
    await expect(urlOf(installation.db, '0'.repeat(32), 'https://notary.example')).rejects.toThrow('foreign key');
  });

  it('gives the recording inert, to anybody, by ranges, and never from a cache alone', async () => {
    const whole = await get();
    expect([whole.statusCode, whole.rawPayload]).toEqual([200, file]);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(whole.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    const part = await get({ range: 'bytes=-4' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      `bytes ${file.length - 4}-${file.length - 1}/${file.length}`,
      file.subarray(-4),
    ]);
    expect((await get({ range: `bytes=${file.length}-` })).statusCode).toBe(416);
    expect((await get({}, 'HEAD')).headers['content-length']).toBe(String(file.length));
    expect((await get({ 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
  });

  it.each(['/s/', '/s/x', `/s/${'A'.repeat(43)}`, '/s/..%2f..%2fetc%2fpasswd', '/s/%00', `/s/${'A'.repeat(3000)}`])(
    'answers 404 for %s',
    async (path) => {
      expect((await get({}, 'GET', path)).statusCode).toBe(404);
    },
  );

  it('says beside itself what it shows, to whoever has it, and gives browsers nothing to warn of', async () => {
    const facts = await get({}, 'GET', `${await address()}/facts`);
    expect(facts.statusCode).toBe(200);
    expect(facts.json()).toEqual({
      number,
      name: '</script><b>名',
      kind_name: expect.stringMatching(/取证$/) as string,
      office: expect.stringMatching(/./) as string,
      time: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
    expect(facts.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect((await get()).headers['origin-agent-cluster']).toBeUndefined();
    const icon = await get({}, 'GET', '/favicon.ico');
    expect([icon.statusCode, icon.headers['cross-origin-resource-policy']]).toEqual([204, 'cross-origin']);
    for (const path of [`/s/${'A'.repeat(43)}/facts`, '/s/x/facts']) expect((await get({}, 'GET', path)).statusCode).toBe(404);
  });

  it('shows nothing of a file that is lost', async () => {
    await installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', number).execute();
    expect((await get()).statusCode).toBe(404);
    expect((await get({}, 'GET', `${await address()}/facts`)).statusCode).toBe(404);
    await installation.db.updateTable('evidence').set({ file_status: 'stored' }).where('number', '=', number).execute();
  });

  it('ends when it is revoked, for good, and may be followed by a new one', async () => {
    const path = await address();
    const etag = String((await get()).headers['etag']);
    expect(await revoke()).toBe(true);
    expect(await revoke()).toBe(false);
    expect(await urlOf(installation.db, number, 'https://notary.example')).toBeNull();
    expect((await get({ 'if-none-match': etag }, 'GET', path)).statusCode).toBe(404);
    expect(await renew()).toBe(true);
    expect(await renew()).toBe(false);
    expect(await address()).not.toBe(path);
    expect((await get()).statusCode).toBe(200);
    expect((await get({}, 'GET', path)).statusCode).toBe(404);
    const trail = await installation.db
      .selectFrom('trail')
      .select('action')
      .where('object', '=', `evidence/${number}`)
      .where('actor_kind', '=', 'command')
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['撤销分享地址', '重建分享地址']);
  });
});

it('leads to a storage that hands objects out itself for a quarter of an hour at a time, and once it is revoked nowhere', async () => {
  const app = fastify();
  await app.register(async (shared) =>
    shareRoutes(shared, {
      db: installation.db,
      officeName: '某公证处',
      store: {
        ...installation.store,
        direct: {
          origin: 'https://storage.example',
          link: async (sha256, { ttlSeconds }) => `https://storage.example/${sha256}?ttl=${ttlSeconds}`,
        },
      },
    }),
  );
  const path = await address();
  const look = await app.inject({ url: path });
  expect([look.statusCode, look.headers.location, look.headers['cache-control']]).toEqual([
    302,
    expect.stringMatching(/^https:\/\/storage\.example\/[0-9a-f]{64}\?ttl=900$/) as string,
    'no-store',
  ]);
  await revoke();
  expect((await app.inject({ url: path })).statusCode).toBe(404);
  await renew();
  await app.close();
});

it('tells the mobile pages where files may come from, and the content security policy allows exactly these', async () => {
  const reply = await installation.app.inject({ url: '/open/v1/preview-hosts' });
  expect(reply.json()).toEqual({
    own: ['https://notary.example'],
    swap: { fromHost: 'oss.old.example', toOrigin: 'https://cos.new.example' },
  });
  const policy = String(reply.headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob: https://notary.example https://cos.new.example;");
  expect(policy).toContain("media-src 'self' https://notary.example https://cos.new.example;");
  expect(policy).toContain("connect-src 'self';");
});
