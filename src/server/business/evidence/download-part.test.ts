import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { grow, webEvidence } from '../../../../test/installation/factories/package.ts';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import { createPackageLinks } from '../../custody/publish/package-links.ts';

const installation = testApp();
const make = evidenceMaker(installation);
beforeAll(() => make.open());

it('hands the package of several originals out by a link of its own, noted before it is given', async () => {
  const admin = await installation.signIn('admin@example.com');
  const baoquan = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  const answer = await admin.post<{ url: string; name: string }>('/api/Down/baoquanFile', { baoquan, part: 'package' });
  expect(answer).toMatchObject({
    code: 200,
    data: { name: `evidence-${baoquan}.zip`, url: expect.stringMatching(/^\/files\/package\//) as string },
  });
  const [head, zip] = await Promise.all([
    installation.app.inject({ method: 'HEAD', url: answer.data.url }),
    installation.app.inject({ url: answer.data.url }),
  ]);
  for (const reply of [head, zip])
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      expect.stringContaining('attachment'),
    ]);
  expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect(await installation.db.selectFrom('download_history').select(['number', 'is_batch']).execute()).toEqual([
    { number: baoquan, is_batch: false },
  ]);
  expect(await installation.db.selectFrom('trail').select(['action', 'after']).where('action', '=', '下载证据包').execute()).toEqual([
    { action: '下载证据包', after: {} },
  ]);

  const { proof } = (await admin.get<EvidenceDetail>('/api/data/saveDataDetail', { baoquan })).data;
  expect((await installation.app.inject({ url: proof })).body).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
});

it('opens a package’s link no longer than its holder might ask for it', async () => {
  const admin = await installation.signIn('admin@example.com');
  const baoquan = await webEvidence(installation, await make.user('personal'));
  await grow(installation);
  const { url } = (await admin.post<{ url: string }>('/api/Down/baoquanFile', { baoquan, part: 'package' })).data;
  const opens = async () => (await installation.app.inject({ method: 'HEAD', url })).statusCode;
  expect(await opens()).toBe(200);
  await admin.get('/api/user/logout');
  expect([await opens(), (await installation.app.inject({ url })).statusCode]).toEqual([404, 404]);
});

it('gives neither certificate nor package of an evidence of which the store lost a file, whatever the rows say', async () => {
  const admin = await installation.signIn('admin@example.com');
  const [page, picture] = [randomBytes(300), randomBytes(300)];
  const baoquan = await webEvidence(installation, await make.user('personal'), [page, picture, randomBytes(50)]);
  await grow(installation);
  const ask = (part: string) => admin.post<{ url: string }>('/api/Down/baoquanFile', { baoquan, part });
  const { url } = (await ask('package')).data;
  const hash = sha256Of(picture);
  await rm(join(installation.folder, 'sha256', hash.slice(0, 2), hash.slice(2, 4), hash));
  for (const part of ['package', 'certificate']) expect(await ask(part)).toMatchObject({ code: 403, data: { msg: '证据缺失不可下载' } });
  // The link that was handed out before does not work either.
  expect((await installation.app.inject({ url })).statusCode).toBe(404);
});

it('opens a link to a package for 15 minutes and to nobody who forged it', async () => {
  const number = 'AB'.repeat(16);
  let now = new Date('2026-01-01T00:00:00Z');
  const links = createPackageLinks(Buffer.alloc(32, 1), () => now);
  const holder = { session: 'c2Vzc2lvbg', anyOf: ['evidence:download' as const] };
  const token = links.sign(number, holder).split('/')[3] ?? '';
  expect(links.verify(token)).toEqual({ number, holder });
  expect(createPackageLinks(Buffer.alloc(32, 2), () => now).verify(token)).toBeNull();
  for (const forged of [token.replace(number, 'CD'.repeat(16)), `9${token}`, `${token}x`, '', '..', token.slice(0, -1)])
    expect(links.verify(forged)).toBeNull();
  now = new Date('2026-01-01T00:15:00Z');
  expect(links.verify(token)).toBeNull();
  for (const url of [`/files/package/${token}/x.zip`, '/files/package/x/x.zip', '/files/package/x'])
    expect((await installation.app.inject({ url })).statusCode).toBe(404);
});
