import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { aLife, person, personalWords, photographs, sharedFile } from '../../../../test/installation/scenarios/a-life.ts';
import { sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { grow, packageOf } from '../../../../test/installation/factories/package.ts';
import { picture } from '../../../../test/installation/intake.ts';
import { withNewDatabase } from '../../../../test/installation/new-database.ts';
import { backup } from '../../../cli/backup/backup.ts';
import { listBackups, openPlace } from '../../../cli/backup/place/place.ts';
import { restore } from '../../../cli/backup/restore.ts';
import { fsck } from '../../../cli/check/fsck.ts';
import { findWords } from '../../../cli/commands/find-words.ts';
import { verifyPackage } from '../../../cli/verify/verify-package.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { type Config, readConfig } from '../../platform/runtime/config.ts';
import { erasureFiles, readErasures } from '../../platform/installation/erasure-records.ts';
import { recordKey, withMac } from './record-mac.ts';
import { checkTrailChain, extendTrailChain } from '../../desk/trail/chain.ts';
import { eraseNext, type Eraser, eraserActor, executeErasures } from './execute.ts';
import { repeatErasures } from './repeat.ts';

const installation = testApp();
const make = applicationMaker(installation);
const never = new AbortController().signal;

let folder: string;
let config: Config;
let userId: string;
let numbers: string[];
let packageBefore: string;
let place: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-erasures-'));
  await symlink(installation.folder, join(folder, 'objects'));
  config = readConfig({ DATA_DIR: folder });
  place = join(folder, 'backups');
  await make.open();
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
    .execute();
  ({ userId, numbers } = await aLife(installation, make));
  await grow(installation);
  while ((await extendTrailChain(installation.db)) > 0);
  packageBefore = join(folder, 'before.zip');
  await writeFile(packageBefore, await packageOf(installation, numbers[1] ?? ''));
  await compactListCounts(installation.db);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function approve(): Promise<string> {
  await installation.db
    .updateTable('role')
    .set({ nodes: [1, 50, 51, 52] })
    .where('id', '=', '2')
    .execute();
  const asker = await installation.signIn('reviewer@example.com');
  const { data } = await asker.post<{ id: string }>('/api/user/requestErasure', { user_id: userId, reason: `${person.name}书面要求` });
  const other = await installation.signIn('other@example.com');
  expect(await other.post('/api/user/decideErasure', { id: data.id, status: 1 })).toMatchObject({ code: 200 });
  return data.id;
}

const eraser = (change: Partial<Eraser> = {}): Eraser => ({
  db: installation.db,
  store: installation.store,
  files: () => erasureFiles(config),
  settledSeconds: 0,
  ...change,
});
const check = () => fsck.run({ ...installation, args: ['--objects'], config });
async function search(...more: string[]) {
  const file = join(folder, 'words.txt');
  await writeFile(file, personalWords.join('\n'));
  const { value } = await findWords.run({ ...installation, args: [file, ...more], config });
  return (value as { found: string[] }).found;
}
async function ledger() {
  const { rows } = await sql<{ of: string; sum: string }>`
    select 'points' as of, (sum(points) || '/' || count(*))::text as sum from points_transfer
    union all select 'balances', string_agg(user_id || ':' || balance, ',' order by user_id) from points_account where user_id is not null
    union all select 'payments', (sum(amount_fen) || '/' || count(*))::text from payment
    union all select 'refunds', (sum(amount_fen) || '/' || count(*))::text from refund
    union all select 'invoices', (sum(amount_fen) || '/' || count(*))::text from invoice
    union all select 'charges', (sum(points) || '/' || count(*))::text from charge_order order by 1`.execute(installation.db);
  return rows;
}
async function history() {
  const { rows } = await sql<{ entries: string; links: string }>`
    select (select encode(sha256(string_agg(entry, ''::bytea order by seq)), 'hex') from log_entry where pending_id is not null) as entries,
      (select encode(sha256(string_agg(hash, ''::bytea order by seq)), 'hex') from trail_chain where seq <= 20) as links`.execute(
    installation.db,
  );
  return rows[0];
}

describe('the personal data of a user', () => {
  let sums: Awaited<ReturnType<typeof ledger>>;
  let log: Awaited<ReturnType<typeof history>>;
  let id: string;

  it('are found before: in tables, files and a backup', async () => {
    await backup.run({ ...installation, args: [place], config });
    sums = await ledger();
    log = await history();
    expect((await check()).failed).toBe(false);
    const found = await search('--place', place);
    const tables = found.flatMap((one) => /^table (\w+):/.exec(one)?.slice(1) ?? []);
    for (const table of ['users', 'user_submission', 'evidence', 'evidence_file', 'notarization_order', 'recharge_order', 'payment'])
      expect(tables).toContain(table);
    for (const table of [
      'invoice',
      'feedback',
      'points_gift',
      'points_transfer',
      'check_record',
      'trail',
      'note',
      'user_login',
      'charge_order',
    ])
      expect(tables).toContain(table);
    expect(found).toContain(`file ${sha256Of(Buffer.from(person.contents))}`);
    expect(found.join('\n')).toMatch(/backup \w+: table users\n[^]*backup \w+: file/);
  });

  it('stay whole when the erasure breaks off in the middle of the rows', async () => {
    id = await approve();
    await installation.pool.query(`
      create function break_off() returns trigger language plpgsql as $$ begin raise exception 'power is gone'; end $$;
      create trigger break_off before update on users for each row execute function break_off()`);
    const before = await search();
    await expect(eraseNext(installation.db)).rejects.toThrow('power is gone');
    await installation.pool.query('drop trigger break_off on users; drop function break_off()');
    expect(await search()).toEqual(before);
    expect(await installation.db.selectFrom('trail_erased').selectAll().execute()).toEqual([]);
    expect((await check()).failed).toBe(false);
  });

  it('are in no row after it; files that broke off in the middle go with the next turn', async () => {
    let removals = 0;
    const remove = async (sha256: string) => {
      if ((removals += 1) > 2) throw new Error('the store is gone');
      await installation.store.remove(sha256);
    };
    await expect(executeErasures(eraser({ store: { remove } }), never)).rejects.toThrow('the store is gone');
    expect((await installation.db.selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirst())?.state).toBe('erased');
    // The lists' counters drop n-grams only when the erasure ends.
    expect((await search()).filter((one) => /^table (?!list_)/.test(one))).toEqual([]);
    await installation.pool.query("update unnamed_object set removing_at = removing_at - interval '1 hour'");
    await executeErasures(eraser(), never);
    expect((await installation.db.selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirst())?.state).toBe('done');
    await compactListCounts(installation.db);
  });

  it('are in no table, no stored file, no new backup and not in what is written beside the files', async () => {
    await backup.run({ ...installation, args: [place], config });
    expect(await search('--place', place)).toEqual([]);
    expect(JSON.stringify(await readErasures(await erasureFiles(config)))).not.toMatch(new RegExp(personalWords.join('|')));
    for (const bytes of [Buffer.from(person.contents), Buffer.from(person.page), ...photographs])
      expect(await installation.store.stat(sha256Of(bytes))).toBeNull();
  });

  it('keep a file that somebody else has too', async () => {
    expect(await installation.store.stat(sha256Of(sharedFile.bytes))).toMatchObject({ sizeBytes: 300 });
  });

  it('leave the log, its proofs, the trail and every sum as they were', async () => {
    expect(await ledger()).toEqual(sums);
    expect(await history()).toEqual(log);
    const { text, failed } = await check();
    expect(text).toMatch(/^trail: \d+ rows, chain whole$/m);
    expect(text).toMatch(/^erasures: 1 users, each decided by two people; words taken from \d+ rows of the trail, \d+ files gone$/m);
    expect([text.match(/broken|faulty/g), failed]).toEqual([null, false]);
    for (const number of numbers) {
      const reply = await installation.app.inject({ url: `/open/v1/verify?number=${number}` });
      expect(reply.json()).toMatchObject({ result: 'match', number });
      expect((await installation.app.inject({ url: `/open/v1/verify/${number}/proof` })).statusCode).toBe(200);
    }
  });

  it('leave a package that was made before as good as it was, and let none be made any more', async () => {
    const report = await verifyPackage(packageBefore, {});
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    await expect(packageOf(installation, numbers[1] ?? '')).rejects.toThrow('no package');
    const admin = await installation.signIn('admin@example.com');
    expect(await admin.post('/api/Down/baoquanFile', { baoquan: numbers[0] ?? '' })).toMatchObject({
      code: 403,
      data: { msg: '证据缺失不可下载' },
    });
    expect((await admin.get('/api/data/saveDataDetail', { baoquan: numbers[0] ?? '' })).data).toMatchObject({ title: '已删除' });
    expect((await admin.get('/api/user/userDetail', { user_id: userId })).data).toMatchObject({ userInfo: { name: '已删除' } });
  });

  it('come in no more: no submission, no sign-in, no second erasure', async () => {
    const client = make.client();
    const identity = { unique_id: uid(), name: person.name, contact_idcard: person.idcard, address: person.address };
    const pictures = { author_front: picture('red'), author_back: picture('green'), author_hand: picture('blue') };
    expect((await client.multipart(`/open/v1/users/${userId}/verification`, identity, pictures)).status).toBe(404);
    const login = { unique_id: uid(), user_id: userId, login_time: '2026-01-02 08:00:00', ip: '203.0.113.78' };
    expect((await client.post('/open/v1/logins', login)).status).toBe(404);
    expect((await make.send({ user_id: userId })).status).toBe(403);
    const asker = await installation.signIn('reviewer@example.com');
    expect(await asker.post('/api/user/requestErasure', { user_id: userId, reason: '再删' })).toMatchObject({ code: 430 });
    // The mobile is free again, and its next owner is another user.
    const next = await client.post('/open/v1/users', { unique_id: uid(), type: 1, mobile: person.mobile, name: '新用户' });
    expect(next.status).toBe(200);
    expect(next.body['user_id']).not.toBe(userId);
    await installation.db.updateTable('users').set({ mobile: '10099999999' }).where('id', '=', String(next.body['user_id'])).execute();
  });

  it('do not let anybody change another row under their name', async () => {
    const change = async (statement: string) => {
      await installation.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      return (await checkTrailChain(installation.db)).broken?.reason;
    };
    const { rows } = await sql<{ id: string }>`
      select t.id from trail t where t.action = '存证' and not exists (select from trail_erased x where x.trail_id = t.id) limit 1`.execute(
      installation.db,
    );
    const other = rows[0]?.id ?? '';
    expect(await change(`insert into trail_erased values (${other}, ${id}, decode(repeat('00', 32), 'hex'))`)).toMatch(
      /was changed|called erased/,
    );
    expect(await change(`delete from trail_erased where trail_id = ${other}`)).toBeUndefined();
    const erased = (await installation.db.selectFrom('trail_erased').select('trail_id').executeTakeFirstOrThrow()).trail_id;
    expect(await change(`update trail set ip = '192.0.2.99' where id = ${erased}`)).toMatch(`what an erasure left of trail row ${erased}`);
    const ip = '127.0.0.1';
    expect(await change(`update trail set ip = '${ip}' where id = ${erased}`)).toBeUndefined();
    await expect(installation.pool.query(`update trail set after = null where id = ${erased}`)).rejects.toThrow('append-only');
    const session = await installation.pool.connect();
    await session.query(`begin; set local notary.erasure = '${id}'`);
    await expect(session.query(`update trail set after = null where id = ${erased}`)).rejects.toThrow('append-only');
    await session.query('rollback');
    session.release();
  });

  it('that an older backup still has are erased again when it is restored', async () => {
    await withNewDatabase(async (url, pool) => {
      const restored = readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'restored') });
      const { rows } = await installation.pool.query<{ id: string }>('select count(*) as id from erasure');
      expect(rows[0]?.id).toBe('1');
      const [oldest = ''] = await listBackups(await openPlace(place, undefined));
      const { text, failed } = await restore.runStandalone({ args: [place, '--backup', oldest], config: restored });
      expect(text).toContain('1 erasures of personal data that came after it are carried out again.');
      expect([text.match(/broken|faulty/g), failed]).toEqual([null, false]);
      const file = join(folder, 'words.txt');
      const { value } = await findWords.run({ db: installation.db, pool, args: [file], config: restored });
      expect((value as { found: string[] }).found).toEqual([]);
      const { rows: acts } = await pool.query<{ action: string }>("select action from trail where action like '%删除%' order by id");
      expect(acts.map(({ action }) => action)).toEqual(['重新删除个人信息', '删除个人信息', '删除个人信息文件']);
    });
  });

  it('of somebody else who has the number after a restore are left alone', async () => {
    const records = await readErasures(await erasureFiles(config));
    const other = await make.user('personal');
    const key = await recordKey(installation.db);
    const moved = records.map((record) => withMac(key, { ...record, userId: other }));
    expect(await repeatErasures(installation.db, moved, eraserActor)).toBe(0);
    expect(await repeatErasures(installation.db, records, eraserActor)).toBe(0);
  });

  it('that this installation did not write are refused, and nobody is erased', async () => {
    const [own] = await readErasures(await erasureFiles(config));
    if (!own) throw new Error('no record');
    const other = await make.user('personal');
    const { registered_at } = await installation.db
      .selectFrom('users')
      .select('registered_at')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    const forged = { ...own, userId: other, registeredAt: registered_at.toISOString() };
    await expect(repeatErasures(installation.db, [own, forged], eraserActor)).rejects.toThrow('was not made by this installation');
    const mine = withMac(randomBytes(32), forged);
    await expect(repeatErasures(installation.db, [mine], eraserActor)).rejects.toThrow('was not made by this installation');
    expect(await installation.db.selectFrom('erasure').select('id').where('user_id', '=', other).execute()).toEqual([]);
  });
});
