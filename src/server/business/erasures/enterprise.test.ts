import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { grow, packageOf } from '../../../../test/installation/factories/package.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import { fsck } from '../../../cli/check/fsck.ts';
import { findWords } from '../../../cli/commands/find-words.ts';
import { storeFiles, succeed } from '../captures/finish.ts';
import { takeCapture, workerActor } from '../captures/queue.ts';
import { moveCapture } from '../captures/transitions.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { type Config, readConfig } from '../../platform/runtime/config.ts';
import { erasureFiles } from '../../platform/installation/erasure-records.ts';
import { type Eraser, executeErasures } from './execute.ts';

const installation = testApp({ PRICE_EVIDENCE: '0', PRICE_WEB: '0' });
const make = evidenceMaker(installation);
const captures = newCaptures(installation);
const company = {
  name: '澜沧云笺文化有限公司',
  legal_person: '司徒澜沧',
  contact_name: '欧阳云笺',
  tax_number: '91990000MA2LANCA0X',
  contact_idcard: '990000198802023335',
  address: '澜沧街六十六号云笺大厦',
  title: '云笺诉盗版商城',
  page: '盗版商城的云笺专页',
  label: '云笺维权',
  url: 'https://shop.example/yunjian-lancang',
  hook: 'https://hooks.yunjian-lancang.example/events',
  described: '云笺的接口',
};
const words = Object.values(company);
let folder: string;
let config: Config;
let userId: string;
const numbers: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-enterprise-'));
  await symlink(installation.folder, join(folder, 'objects'));
  config = readConfig({ DATA_DIR: folder });
  await make.open();
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
    .execute();
  userId = await anEnterprise();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A reviewed enterprise with credentials, an endpoint, an evidence and a capture, and certificates of both. */
async function anEnterprise(): Promise<string> {
  const { user_id } = await make.register.register('enterprise', company.name);
  const { name, legal_person, contact_name, tax_number, contact_idcard, address } = company;
  const submitted = { name, legal_person, contact_name, tax_number, contact_idcard, address };
  expect((await make.register.submit(user_id, 'enterprise', submitted)).status).toBe(200);
  const admin = await installation.signIn('admin@example.com');
  expect((await admin.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, reason: '' })).code).toBe(200);
  const own = await installation.db.selectFrom('credential').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow();
  const hook = { unique_id: uid(), url: company.hook, types: ['*'], description: company.described };
  const calls = intakeClient(installation.app, own);
  expect((await calls.post('/open/v1/webhooks', hook)).status).toBe(200);
  await installation.pool.query(
    `insert into call_record (slot, app_id, at, call, status, ms, ip, refusal, message, signed_over)
     values (1, $1, now(), 'GET /open/v1/users', 401, 1, '203.0.113.5', 'signature', '', $2)`,
    [own.app_id, `GET\n/open/v1/users?name=${company.name}`],
  );
  numbers.push(await make.evidence(user_id, { title: company.title }, aFile({ name: `${company.title}.mp3` })), await aCapture(user_id));
  await grow(installation);
  for (const number of numbers) await packageOf(installation, number);
  return user_id;
}

async function aCapture(user: string): Promise<string> {
  const number = await captures.capture({ user, url: company.url, name: company.title, label: company.label });
  const job = await takeCapture(installation.db, 'w', 600);
  if (job?.number !== number) throw new Error('another capture waits');
  await installation.db.transaction().execute(async (tx) => {
    await moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() });
    await moveCapture(tx, job, 'capturing', 'uploading', workerActor);
  });
  const file = async (name: string, mediaType: string) => {
    await writeFile(join(folder, name), `${company.page} ${name}`);
    return { name, role: 'original' as const, mediaType, path: join(folder, name) };
  };
  const files = [await file('original-1.png', 'image/png'), await file('original-2.html', 'text/html')] satisfies [unknown, unknown];
  const captured = { begunAt: new Date(), endedAt: new Date(), files, bracket: null, openedUrl: '', notes: [] };
  expect(await succeed(installation.db, job, await storeFiles(installation.store, files), captured, installation.ownerSecret)).toBe(true);
  return number;
}

const eraser = (): Eraser => ({ db: installation.db, store: installation.store, files: () => erasureFiles(config), settledSeconds: 0 });
async function search(...more: string[]): Promise<string[]> {
  const file = join(folder, 'words.txt');
  await writeFile(file, words.join('\n'));
  const { value } = await findWords.run({ ...installation, args: [file, ...more], config });
  return (value as { found: string[] }).found;
}

describe('an enterprise with certificates and captures', () => {
  it('is found before, in its tables and in the pages that were captured', async () => {
    const found = await search();
    for (const table of ['users', 'user_submission', 'credential', 'evidence', 'capture', 'webhook', 'call_record_1', 'trail'])
      expect(found.join('\n')).toContain(`table ${table}:`);
    expect(found).toContain(`file ${sha256Of(Buffer.from(`${company.page} original-2.html`))}`);
    const certificates = await installation.db.selectFrom('certificate').select('sha256').execute();
    expect(certificates).toHaveLength(2);
  });

  it('is erased from all of them; its certificates and captured pages are gone, and fsck finds everything whole', async () => {
    const certificates = await installation.db.selectFrom('certificate').select('sha256').execute();
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 50, 51, 52] })
      .where('id', '=', '2')
      .execute();
    const asker = await installation.signIn('reviewer@example.com');
    const { data } = await asker.post<{ id: string }>('/api/user/requestErasure', { user_id: userId, reason: '企业注销' });
    const other = await installation.signIn('other@example.com');
    expect(await other.post('/api/user/decideErasure', { id: data.id, status: 1 })).toMatchObject({ code: 200 });
    await executeErasures(eraser(), new AbortController().signal);
    await compactListCounts(installation.db);
    expect(await search()).toEqual([]);
    for (const { sha256 } of certificates) expect(await installation.store.stat(sha256)).toBeNull();
    const { text, failed } = await fsck.run({ ...installation, args: ['--objects'], config });
    expect([text.match(/broken|faulty/g), failed]).toEqual([null, false]);
    expect((await installation.app.inject({ url: `/open/v1/verify?number=${numbers[1]}` })).json()).toMatchObject({ result: 'match' });
  });

  it('is looked for in folders of logs too, the packed ones among them', async () => {
    const logs = join(folder, 'logs');
    await mkdir(join(logs, 'older'), { recursive: true });
    await writeFile(join(logs, 'server.log'), 'nothing\n');
    expect(await search('--logs', logs)).toEqual([]);
    await writeFile(join(logs, 'older', 'server.log.2'), `x${company.name}\n`);
    await writeFile(join(logs, 'older', 'server.log.3.gz'), gzipSync(`x${company.legal_person}\n`));
    const found = await search('--logs', `${logs},${join(logs, 'server.log')}`);
    expect(found).toEqual([`log ${join(logs, 'older', 'server.log.2')}`, `log ${join(logs, 'older', 'server.log.3.gz')}`]);
  });
});
