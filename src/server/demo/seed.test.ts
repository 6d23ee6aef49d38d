import { verify } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/house/database.ts';
import { loginResult } from '../../domain/codes/access.ts';
import { evidenceKind, fileStatus } from '../../domain/codes/evidence.ts';
import { invoiceStatus } from '../../domain/codes/invoices.ts';
import { payStatus } from '../../domain/codes/orders.ts';
import { repairType, userStatus, userType } from '../../domain/codes/users.ts';
import type { Database } from '../db/database.ts';
import { parseManifest } from '../../domain/custody/manifest.ts';
import { bytesInMemory } from '../media/byte-source.ts';
import { readRecording } from '../media/recording.ts';
import { captureStatuses } from '../../domain/capture.ts';
import { takeCapture } from '../captures/queue.ts';
import { checkMoney } from '../finance/check.ts';
import { checkLedger } from '../points/check.ts';
import { createLocalStore } from '../storage/local.ts';
import type { ObjectStore } from '../storage/store.ts';
import { checkTrailChain, extendTrailChain } from '../trail/chain.ts';
import { demoAccounts } from './accounts.ts';
import { demoNow, demoStart } from './clock.ts';
import { idCardCheck } from './numbers.ts';
import { recordTrail } from '../trail/trail.ts';
import { isNewDatabase, seedDemo } from './seed.ts';
import { tinyApk } from './tiny-apk.ts';

const first = testDatabase();
const second = testDatabase();
const third = testDatabase();
let folder = '';
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-demo-'));
  store = await createLocalStore(join(folder, 'a'));
  for (const { db } of [first, second, third]) {
    // The tests' own operators make room: the demo is for a database without any.
    await db.deleteFrom('account').execute();
    await db.deleteFrom('role').where('id', '!=', '1').execute();
  }
  expect(await isNewDatabase(first.db)).toBe(true);
  await seedDemo(first.db, store, () => undefined);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the demo', () => {
  it('is not there at all when it fails on its way; the next try makes the same as in any new database', async () => {
    const { db } = second;
    const { app_id } = await first.db.selectFrom('credential').select('app_id').executeTakeFirstOrThrow();
    await db.insertInto('credential').values({ app_id, security_key: '', kind: 'platform', user_id: null, name: '挡路者' }).execute();
    await expect(seedDemo(db, hashing, () => undefined)).rejects.toThrow('credential_pkey');
    expect(await isNewDatabase(db)).toBe(true);
    expect(await db.selectFrom('role').select('id').execute()).toEqual([{ id: '1' }]);
    await db.deleteFrom('credential').execute();

    await seedDemo(db, hashing, () => undefined);
    // All but the salts of the passwords.
    expect(await digests(db)).toEqual(await digests(first.db));
  });

  it('is made beside what a command left before the first start', async () => {
    await third.db.insertInto('credential').values({ app_id: 'early', security_key: 'x', kind: 'platform', user_id: null, name: '早到的客户端' }).execute();
    await recordTrail(third.db, { kind: 'command', id: '0', name: 'admin command', ip: '' }, { action: '新增客户端', object: 'client/early' });
    await seedDemo(third.db, hashing, () => undefined);
    const { n } = await third.db.selectFrom('trail').select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow();
    const { n: others } = await first.db.selectFrom('trail').select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow();
    expect(Number(n)).toBe(Number(others) + 1);
  });

  it('is made once: a database with an account is left as it is', async () => {
    expect(await isNewDatabase(first.db)).toBe(false);
    const before = await digests(first.db);
    await seedDemo(first.db, store, () => undefined);
    expect(await digests(first.db)).toEqual(before);
  });

  it('has users of every kind and state, and work for the reviewers', async () => {
    const { rows } = await sql<{ type: string; status: string; repair: string; n: number }>`select type, status, repair, count(*)::int as n from users group by 1, 2, 3`.execute(first.db);
    expect(rows.reduce((total, { n }) => total + n, 0)).toBeGreaterThanOrEqual(420);
    const count = (type: string, key: 'status' | 'repair', value: string) => rows.filter((row) => row.type === type && row[key] === value).reduce((total, { n }) => total + n, 0);
    for (const type of userType.names) {
      for (const status of userStatus.names) expect(count(type, 'status', status)).toBeGreaterThan(10);
      for (const repair of repairType.names) expect(count(type, 'repair', repair)).toBeGreaterThan(10);
      expect(count(type, 'status', 'pending')).toBeGreaterThanOrEqual(30);
      expect(count(type, 'repair', 'pending')).toBeGreaterThanOrEqual(30);
    }
  });

  it('has states, submissions, check records, sign-ins and credentials that tell one story', async () => {
    for (const [what, query] of Object.entries(contradictions)) {
      const { rows } = await query.execute(first.db);
      expect(rows, what).toEqual([]);
    }
    const { n } = await first.db.selectFrom('user_login').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    expect(n).toBeGreaterThanOrEqual(900);
    const results = await first.db.selectFrom('admin_login').select('result').distinct().execute();
    expect(results.map(({ result }) => result).toSorted()).toEqual(loginResult.names.filter((name) => name !== 'badTotp').toSorted());
  });

  it('has points of every kind, more than a page of users who hold some, and a ledger that sums up', async () => {
    const { rows } = await sql<{ kind: string; n: number }>`select h.kind, count(*)::int as n from points_transfer t join points_account h on h.user_id is null and h.id in (t.from_account, t.to_account) group by 1`.execute(first.db);
    expect(Object.fromEntries(rows.map(({ kind, n }) => [kind, n > 10]))).toEqual({ giftContract: true, giftRecharge: true, giftTest: true, giftOther: true, recharge: true, evidence: true, web: true, process: true, move: true });
    expect(await checkLedger(first.db)).toMatchObject({ broken: null });
    const { n } = await first.db.selectFrom('points_account').select(sql<number>`count(*)::int`.as('n')).where('balance', '>', '0').executeTakeFirstOrThrow();
    expect(n).toBeGreaterThan(100);
  });

  it('has orders, recharges, consumptions and invoices in every state, which agree with payments, refunds and points', async () => {
    const count = async (query: ReturnType<typeof sql<{ of: string; n: number }>>) => Object.fromEntries((await query.execute(first.db)).rows.map(({ of, n }) => [of, n]));
    const charges = await count(sql`select order_type as of, count(*)::int as n from charge_order group by 1`);
    expect(charges['recharge']).toBeGreaterThan(200);
    expect((charges['recharge'] ?? 0) + (charges['consumption'] ?? 0)).toBeGreaterThanOrEqual(300);
    const invoices = await count(sql`select status as of, count(*)::int as n from invoice group by 1`);
    expect(Object.keys(invoices).toSorted()).toEqual(invoiceStatus.names.toSorted());
    expect(Object.values(invoices).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(120);
    for (const n of Object.values(invoices)) expect(n).toBeGreaterThan(10);
    const paid = await count(sql`select pay_status as of, count(*)::int as n from (select pay_status from notarization_order union all select pay_status from recharge_order) o group by 1`);
    expect(Object.keys(paid).toSorted()).toEqual(payStatus.names.toSorted());
    expect(await checkMoney(first.db)).toMatchObject({ broken: null });
  });

  it('lies between its first day and its fixed last moment', async () => {
    const { rows } = await sql<{ first: Date; last: Date }>`select min(t) as first, max(t) as last from (
      select registered_at as t from users union all select submitted_at from user_submission union all select verified_at from check_record
      union all select begin_at from recording union all select at from download_history
      union all select created_at from capture union all select ended_at from capture where ended_at is not null union all select saved_at from evidence union all select at from points_transfer
      union all select created_at from invoice union all select review_at from invoice
      union all select created_at from notarization_order union all select created_at from recharge_order union all select at from payment union all select at from refund
      union all select login_time from user_login union all select login_time from admin_login union all select at from trail) as times`.execute(first.db);
    expect(rows[0]?.first.getTime()).toBeGreaterThan(demoStart.getTime());
    expect(rows[0]?.last.getTime()).toBeLessThan(demoNow.getTime());
  });

  it('has pictures that are in the store under their true hashes', async () => {
    const rows = await first.db.selectFrom('user_submission').innerJoin('users', 'users.id', 'user_id').select(['type', 'pictures']).execute();
    const wanted = { personal: ['author_back', 'author_front', 'author_hand'], enterprise: ['author_back', 'author_front', 'file', 'license'] };
    const hashes = new Map<string, number>();
    for (const { type, pictures } of rows) {
      expect(Object.keys(pictures).toSorted()).toEqual(wanted[type]);
      for (const picture of Object.values(pictures)) hashes.set(picture.sha256, picture.sizeBytes);
    }
    for (const [sha256, sizeBytes] of hashes) {
      const content = await buffer((await store.open(sha256)).stream);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(content.length).toBe(sizeBytes);
    }
  });

  it('has versions of both apps with packages that say the same, and feedback of every kind', async () => {
    const versions = await first.db.selectFrom('app_version').selectAll().orderBy('id').execute();
    expect(['android', 'ios'].map((platform) => versions.filter((version) => version.platform === platform).length)).toEqual([30, 25]);
    for (const { version, sha256, version_name, version_code, package_name } of versions.filter(({ platform }) => platform === 'android')) {
      const content = await buffer((await store.open(sha256 ?? '')).stream);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
      expect(version_name).toBe(version);
      expect(content.equals(tinyApk({ packageName: package_name ?? '', versionName: version, versionCode: Number(version_code) }))).toBe(true);
    }
    const kinds = await first.db.selectFrom('feedback').select(['user_type', 'kind', ({ fn }) => fn.countAll<string>().as('n')]).groupBy(['user_type', 'kind']).execute();
    expect(kinds).toHaveLength(6);
    expect(kinds.reduce((total, { n }) => total + Number(n), 0)).toBe(80);
  });

  it('has evidence of every kind, owner and state, whose files are in the store under their true hashes', async () => {
    const rows = await first.db
      .selectFrom('evidence')
      .leftJoin('evidence_file', (join) => join.onRef('evidence_id', '=', 'evidence.id').on('role', '=', 'original'))
      .where('shown_in', '<>', 'online')
      .select(['number', 'type', 'kind', 'file_status', 'log_entry', 'sha256', 'sm3', 'size_bytes'])
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(300);
    for (const type of userType.names) {
      for (const kind of evidenceKind.names) expect(rows.filter((row) => row.type === type && row.kind === kind).length).toBeGreaterThan(5);
      for (const status of fileStatus.names) expect(rows.filter((row) => row.type === type && row.file_status === status).length).toBeGreaterThan(2);
    }
    for (const { file_status, log_entry, sha256, sm3, size_bytes } of rows) {
      expect((log_entry === null) === (file_status === 'uploading') && (sha256 === null) === (file_status === 'uploading')).toBe(true);
      if (sha256 === null) continue;
      if (file_status === 'missing') expect(await store.stat(sha256)).toBeNull();
      if (file_status !== 'stored') continue;
      const content = await buffer((await store.open(sha256)).stream);
      expect([createHash('sha256').update(content).digest('hex'), createHash('sm3').update(content).digest('hex'), String(content.length)]).toEqual([sha256, sm3, size_bytes]);
    }
  });

  it('has a log that takes the evidence up, and a ledger that adds up', async () => {
    const { rows } = await sql<{ entry: Buffer; number: string; files: string[] }>`select p.entry, e.number, array_agg(f.sha256 order by f.name) as files
      from log_pending p join evidence e on e.log_entry = p.id join evidence_file f on f.evidence_id = e.id group by 1, 2`.execute(first.db);
    expect(rows.length).toBeGreaterThanOrEqual(250);
    for (const { entry, number, files } of rows) {
      const manifest = parseManifest(entry);
      if (!manifest.ok) throw new Error(manifest.fault);
      expect([manifest.value.number, manifest.value.files.map(({ sha256 }) => sha256)]).toEqual([number, files]);
    }
    expect(await checkLedger(first.db)).toMatchObject({ broken: null });
  });

  it('has recordings of both types in every state, whose files are in the store under their true hashes, and a ledger that adds up', async () => {
    const rows = await first.db
      .selectFrom('recording')
      .leftJoin('evidence', 'evidence.number', 'recording.number')
      .leftJoin('evidence_file', (join) => join.onRef('evidence_id', '=', 'evidence.id').on('role', '=', 'original'))
      .select(['recording.number', 'recording.type', 'recording.status', 'recording.reason', 'file_seconds', 'evidence.kind', 'log_entry', 'evidence_file.sha256', 'sm3', 'media_type'])
      .execute();
    for (const type of ['process', 'move'] as const) {
      const own = rows.filter((row) => row.type === type);
      expect(own.length).toBeGreaterThanOrEqual(60);
      for (const status of ['running', 'uploading', 'succeeded', 'failed', 'cancelled'] as const) expect(own.filter((row) => row.status === status).length).toBeGreaterThan(2);
    }
    for (const { type, status, reason, kind, log_entry, sha256, sm3, media_type, file_seconds } of rows) {
      expect([kind, log_entry !== null, reason !== '']).toEqual(status === 'succeeded' ? [type, true, false] : [null, false, status === 'failed' || status === 'cancelled']);
      if (sha256 === null) continue;
      const content = await buffer((await store.open(sha256)).stream);
      expect([createHash('sha256').update(content).digest('hex'), createHash('sm3').update(content).digest('hex')]).toEqual([sha256, sm3]);
      expect(await readRecording(bytesInMemory(content))).toMatchObject({ mediaType: media_type, seconds: file_seconds });
    }
    expect(await checkLedger(first.db)).toMatchObject({ broken: null });
  });

  it('has captures of web pages in every state, each success with a run of its own whose files are in the store under their true hashes, and no worker takes what is open', async () => {
    const captures = await first.db.selectFrom('capture').select(['number', 'status', 'label', 'url', 'lease_until']).execute();
    expect(captures.length).toBeGreaterThanOrEqual(60);
    expect(new Set(captures.map(({ status }) => status))).toEqual(new Set(captureStatuses));
    expect(new Set(captures.map(({ label }) => label)).size).toBeGreaterThan(5);
    expect(await takeCapture(first.db, 'w', 60)).toBeNull();
    const files = await first.db.selectFrom('evidence_file').innerJoin('evidence', 'evidence.id', 'evidence_id').select(['number', 'evidence_file.name', 'sha256', 'sm3', 'content']).where('kind', '=', 'web').execute();
    const succeeded = captures.filter(({ status }) => status === 'succeeded').map(({ number }) => number);
    expect(new Set(files.map(({ number }) => number))).toEqual(new Set(succeeded));
    for (const { number, name, sha256, sm3, content } of files) {
      const bytes = content ? Buffer.from(content) : await buffer((await store.open(sha256)).stream);
      expect([createHash('sha256').update(bytes).digest('hex'), createHash('sm3').update(bytes).digest('hex')]).toEqual([sha256, sm3]);
      if (name === 'environment-check.json') expect(JSON.parse(bytes.toString())).toMatchObject({ passed: true, url: captures.find((capture) => capture.number === number)?.url });
      if (name === 'details.json') expect(JSON.parse(bytes.toString())).toMatchObject({ note: expect.stringContaining('真实取得') as string });
    }
    const own = files.filter(({ name }) => name !== 'details.json');
    expect([own.length, new Set(own.map(({ sha256 }) => sha256)).size]).toEqual([succeeded.length * 6, succeeded.length * 6]);
    expect(await checkLedger(first.db)).toMatchObject({ broken: null });
  });

  it('has applications of every state, payment and type, several acceptors, some that are due soon and some too late', async () => {
    const rows = await first.db.selectFrom('notarization_order').select(['type', 'status', 'pay_status', 'pay_type', 'acceptor_id', 'due_at', 'created_at', 'decided_at']).execute();
    expect(rows.length).toBeGreaterThanOrEqual(200);
    for (const type of userType.names) {
      for (const status of ['pending', 'passed', 'failed', 'withdrawn']) expect(rows.filter((row) => row.type === type && row.status === status).length, `${type} ${status}`).toBeGreaterThan(4);
      for (const pay of payStatus.names) expect(rows.filter((row) => row.type === type && row.pay_status === pay).length, `${type} ${pay}`).toBeGreaterThan(4);
    }
    expect(new Set(rows.map(({ pay_type }) => pay_type)).size).toBe(5);
    expect(new Set(rows.map(({ acceptor_id }) => acceptor_id)).size).toBe(2);
    const waiting = rows.filter(({ status, pay_status }) => status === 'pending' && pay_status === 'paid');
    expect(waiting.filter(({ due_at }) => due_at && due_at < demoNow).length).toBeGreaterThan(2);
    expect(waiting.filter(({ due_at }) => due_at && due_at > demoNow).length).toBeGreaterThan(10);
    for (const { created_at, decided_at } of rows) expect(Math.max(created_at.getTime(), decided_at?.getTime() ?? 0)).toBeLessThan(demoNow.getTime());
    const recharges = await first.db.selectFrom('recharge_order').select('pay_status').execute();
    for (const status of ['paid', 'unpaid', 'failed']) expect(recharges.filter(({ pay_status }) => pay_status === status).length, status).toBeGreaterThan(4);
  });

  it('points at nobody: no identity card, mobile or credit code stands in a range that was given out', async () => {
    for (const { mobile, id_card, tax_number } of await first.db.selectFrom('users').select(['mobile', 'id_card', 'tax_number']).execute()) {
      expect(mobile).toMatch(/^12\d{9}$/);
      if (id_card !== '') expect([id_card.slice(0, 2), id_card[17]]).toEqual(['99', idCardCheck(id_card.slice(0, 17))]);
      if (tax_number !== '') expect(tax_number).toMatch(/^9199/);
    }
    for (const { mobile } of await first.db.selectFrom('account').select('mobile').execute()) expect(mobile).toMatch(/^12\d{9}$/);
  });

  it('has the six operators with the demo password', async () => {
    const accounts = await first.db.selectFrom('account').select(['username', 'role_id', 'accepts', 'password_hash']).orderBy('id').execute();
    expect(accounts.map(({ username }) => username)).toEqual(demoAccounts.usernames);
    expect(accounts.map(({ role_id, accepts }) => [role_id, accepts])).toEqual([['1', false], ['2', false], ['3', true], ['3', true], ['4', false], ['5', false]]);
    for (const { password_hash } of accounts) expect(await verify(password_hash, demoAccounts.password)).toBe(true);
  });

  it('goes on with the next ids, and its trail can be chained', async () => {
    const { id } = await first.db.insertInto('users').values({ type: 'personal', name: '', mobile: '12900000000', registered_at: new Date() }).returning('id').executeTakeFirstOrThrow();
    const { n } = await first.db.selectFrom('users').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow();
    expect(id).toBe(n);
    const role = await first.db.insertInto('role').values({ position: '新角色', description: '', nodes: [] }).returning('id').executeTakeFirstOrThrow();
    expect(role.id).toBe('6');
    while ((await extendTrailChain(first.db)) > 0);
    expect(await checkTrailChain(first.db)).toMatchObject({ broken: null });
  });
});

/** Answers as a store does and keeps nothing, so that the second database costs no disk. */
const hashing: Pick<ObjectStore, 'put'> = {
  async put(source) {
    const content = await buffer(source);
    return { sha256: createHash('sha256').update(content).digest('hex'), sizeBytes: content.length };
  },
};

/** Each finds what should not be there. */
const contradictions = {
  'a pending state without an open submission, or the other way round': sql`select u.id from users u left join user_submission s on s.user_id = u.id and s.decision is null
    where (u.status = 'pending' or u.repair = 'pending') <> (s.id is not null)`,
  'a decision without its check record': sql`select s.id from user_submission s left join check_record c on c.submission_id = s.id
    where coalesce(s.decision = 'approve', c.id is not null) is distinct from coalesce(c.result = 'passed', s.decision is not null)`,
  'a check record of another user, or before its submission': sql`select c.id from check_record c join user_submission s on s.id = c.submission_id where c.user_id <> s.user_id or c.verified_at <= s.submitted_at`,
  'a verifier under another name': sql`select c.id from check_record c join account a on a.id = c.verifier_id where a.realname <> c.verifier`,
  'a refusal without a reason of at most 20 characters': sql`select id from check_record where result = 'failed' and length(reason) not between 1 and 20`,
  'a check time that is not the last review': sql`select u.id from users u left join check_record c on c.user_id = u.id group by u.id having u.checked_at is distinct from max(c.verified_at)`,
  'a submission before the registration': sql`select s.id from user_submission s join users u on u.id = s.user_id where s.submitted_at <= u.registered_at`,
  'a last sign-in that is not the last': sql`select u.id from users u left join user_login l on l.user_id = u.id group by u.id having u.last_login_at is distinct from max(l.login_time)`,
  'a sign-in before the registration': sql`select l.id from user_login l join users u on u.id = l.user_id where l.login_time < u.registered_at`,
  'an approved enterprise without credentials, or credentials of another': sql`select u.id from users u left join credential c on c.user_id = u.id
    where (u.type = 'enterprise' and u.status = 'approved') <> (c.app_id is not null)`,
  'a review that is not on the trail': sql`select c.id from check_record c left join trail t on t.object = 'user/' || c.user_id and t.at = c.verified_at and t.actor_id = c.verifier_id::text where t.id is null`,
  'a reviewer who had not signed in that day': sql`select c.id from check_record c where not exists (
    select from admin_login l where l.account_id = c.verifier_id and l.result = 'success' and l.login_time between c.verified_at - interval '10 hours' and c.verified_at)`,
  'points of a user who was not verified then': sql`select t.id from points_transfer t join points_account a on a.id in (t.from_account, t.to_account) and a.user_id is not null join users u on u.id = a.user_id
    where u.status <> 'approved' or t.at < (select min(verified_at) from check_record c where c.user_id = u.id and c.result = 'passed')`,
  'a gift that is not on the trail': sql`select g.id from points_gift g left join trail t on t.object = 'user/' || g.user_id and t.at = g.at and t.action = '赠送积分' and t.actor_name = g.giver and t.after->>'source' = g.kind where t.id is null`,
  'a giver who had not signed in that day': sql`select g.id from points_gift g where not exists (
    select from admin_login l join account a on a.id = l.account_id where a.realname = g.giver and l.result = 'success' and l.login_time between g.at - interval '10 hours' and g.at)`,
  'an operator who had not signed in on the day of a release': sql`select v.id from app_version v where not exists (
    select from admin_login l where l.account_id = v.operator_id and l.result = 'success' and l.login_time between v.created_at - interval '10 hours' and v.created_at)`,
  'a version that is not on the trail': sql`select v.id from app_version v left join trail t on t.object = 'version/' || v.id and t.at = v.created_at and t.action = '新增版本' and t.actor_name = v.operator where t.id is null`,
  'a review of a version that is not on the trail': sql`select v.id from app_version v where v.review = 'passed' and not exists (
    select from trail t where t.object = 'version/' || v.id and t.action = '设置过审状态' and t.after->>'review' = 'passed' and t.at > v.created_at)`,
  'a version that is not higher than the one before it': sql`select id from (select id, parts, lag(parts) over w as lower, previous, lag(version) over w as before from app_version window w as (partition by platform order by created_at)) as s
    where parts <= lower or previous <> coalesce(before, '')`,
  'feedback before the registration, or of a version that was not out': sql`select f.id from feedback f join users u on u.id = f.user_id where f.at < u.registered_at or f.user_type <> u.type
    or not exists (select from app_version v where v.version = f.version and v.created_at < f.at)`,
  'evidence of someone who was not verified by then': sql`select e.id from evidence e where not exists (
    select from check_record c where c.user_id = e.user_id and c.result = 'passed' and c.verified_at < e.saved_at)`,
  'evidence that came and is not paid once and on the trail': sql`select e.id from evidence e
    left join points_transfer p on p.reference = e.number left join trail t on t.object = 'evidence/' || e.number and t.action = '存证'
    group by e.id having count(distinct p.id) <> (e.file_status <> 'uploading')::int or count(distinct t.id) <> (e.file_status <> 'uploading')::int`,
  'a capture that ends after it was kept, or before it began': sql`select id from evidence where end_at >= saved_at or start_at > end_at`,
  'a download before the evidence, or without its row on the trail': sql`select d.id from download_history d join evidence e on e.number = d.number
    left join trail t on t.object = 'evidence/' || d.number and t.action = '下载存证' and t.at = d.at where d.at <= e.saved_at or t.id is null`,

  'a recording of someone who was not verified by then': sql`select r.id from recording r where not exists (
    select from check_record c where c.user_id = r.user_id and c.result = 'passed' and c.verified_at < r.begin_at)`,
  'a recording that is not paid, or whose points did not come back': sql`select r.id from recording r left join points_transfer p on p.reference = r.number
    group by r.id having count(p.id) <> case when r.status in ('failed', 'cancelled') then 2 else 1 end`,
  'a recording that ends after it was kept': sql`select id from evidence where end_at >= saved_at or start_at > end_at`,
  'a capture of someone who was not verified by then': sql`select k.id from capture k where not exists (
    select from check_record c where c.user_id = k.user_id and c.result = 'passed' and c.verified_at < k.created_at)`,
  'a capture that is not paid once, or whose points are not back': sql`select k.id from capture k left join points_transfer p on p.reference = k.number
    group by k.id having count(p.id) <> case when k.status in ('failed', 'cancelled') then 2 else 1 end`,
  'an application that covers nothing, another number of pieces, or evidence of somebody else or of later': sql`select o.id from notarization_order o
    left join notarization_evidence c on c.order_id = o.id left join evidence e on e.id = c.evidence_id and e.user_id = o.user_id and e.saved_at < o.created_at and e.file_status = 'stored'
    group by o.id having count(e.id) <> o.pieces`,
  'an application that is paid without a payment of its very amount, or paid and not': sql`select o.id from notarization_order o left join payment p on p.order_no = o.order_no and p.result = 'success'
    where (p.id is not null) <> (o.pay_status in ('paid', 'refunded')) or p.amount_fen <> o.amount_fen or p.at <> o.paid_at or p.trade_no <> o.trade_no`,
  'a transfer without its picture, or a picture without a transfer': sql`select id from notarization_order where (transfer_img is not null) <> coalesce(pay_type = 'transfer', false)`,
  'a decision without its record, or a failure that was not given back': sql`select o.id from notarization_order o left join notarization_check c on c.order_id = o.id left join refund r on r.order_no = o.order_no
    where (o.status in ('passed', 'failed')) <> (c.id is not null) or (r.id is not null) <> (o.pay_status = 'refunded') or (o.status = 'failed' and r.id is null) or (o.status = 'passed' and r.id is not null)`,
  'an acceptor under another name, or none': sql`select o.id from notarization_order o left join account a on a.id = o.acceptor_id where a.realname is distinct from o.acceptor_name or not a.accepts`,
  'a decision by someone who had not signed in that day, or that is not on the trail': sql`select c.id from notarization_check c left join trail t on t.object = 'application/' || c.order_id and t.at = c.at and t.action = '出证审核'
    where t.id is null or not exists (select from admin_login l where l.account_id = c.verifier_id and l.result = 'success' and l.login_time between c.at - interval '10 hours' and c.at)`,
  'documents whose numbers have a gap, or do not follow their time': sql`select id from (select id, serial, passed_at as t, row_number() over (partition by year order by passed_at) as place from notarial_document) as s where serial <> place`,
  'points of a recharge without its paid order, or the other way round': sql`select r.order_no from recharge_order r
    full join (select t.reference, t.points, t.at, a.user_id from points_transfer t join points_account h on h.id = t.from_account and h.kind = 'recharge' join points_account a on a.id = t.to_account) b
    on b.reference = r.order_no and b.user_id = r.user_id and b.points = r.points and b.at = r.paid_at and r.amount_fen = 100 * b.points where coalesce(r.pay_status = 'paid', true) <> (b.reference is not null)`,
  'ids that do not follow the time': sql`select id from (select id, submitted_at as t, lag(submitted_at) over (order by id) as earlier from user_submission) as s where t < earlier`,
};

/** A digest of every table's rows in the order of their ids. */
async function digests(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  // Not log_pending: owners' pseudonyms are of the installation.
  const tables = ['role', 'account', 'users', 'user_submission', 'check_record', 'credential', 'user_login', 'admin_login', 'trail', 'evidence', 'evidence_file', 'download_history', 'points_account', 'points_transfer', 'points_gift', 'recording', 'capture', 'app_version', 'feedback', 'notarization_order', 'notarization_evidence', 'recharge_order', 'payment', 'refund', 'invoice', 'invoice_order'];
  for (const table of tables) {
    const { rows } = await sql<{ digest: string }>`select md5(string_agg((to_jsonb(t) - 'password_hash')::text, '|' order by (to_jsonb(t) - 'password_hash')::text)) as digest from ${sql.table(table)} t`.execute(db);
    found[table] = rows[0]?.digest ?? '';
  }
  return found;
}
