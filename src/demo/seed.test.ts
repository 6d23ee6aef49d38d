import { idNumberCheck } from '../domain/business/hints/id-number.ts';
import { verify } from '@node-rs/argon2';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/installation/database.ts';
import { demoContradictions } from '../../test/installation/demo-contradictions.ts';
import { demoMadeAt, demoPatienceMs, demoTemplate, drawnPictures, roomForDemo } from '../../test/installation/demo.ts';
import { sha256Of } from '../../test/installation/factories/evidence.ts';
import { invoiceStatus } from '../domain/business/codes/invoices.ts';
import { payStatus } from '../domain/business/codes/orders.ts';
import { repairType, userStatus, userType } from '../domain/business/codes/users.ts';
import type { Database } from '../server/platform/db/database.ts';
import { checkMoney } from '../server/business/orders/check.ts';
import { checkActs } from '../server/business/points/acts-check.ts';
import { checkLedger } from '../server/business/points/check.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { checkTrailChain, extendTrailChain } from '../server/desk/trail/chain.ts';
import { recordTrail } from '../server/desk/trail/trail.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { demoClock } from './data/clock.ts';
import { isNewDatabase } from './new-database.ts';
import type { StoredPictures } from './pictures/pictures.ts';
import { seedDemo } from './seed.ts';

const clock = demoClock(demoMadeAt);
const fresh = testDatabase(demoTemplate);
/** The pictures of the shared demo except every twentieth, which the first attempt draws again for the second. */
let drawn: StoredPictures;
/** A command created a client here before the first start. */
const used = testDatabase();

beforeAll(async () => {
  drawn = new Map([...(await drawnPictures())].filter((_, at) => at % 20 !== 0));
  await roomForDemo(used.db);
  await used.db
    .insertInto('credential')
    .values({ app_id: 'early', security_key: 'x', kind: 'platform', user_id: null, name: '早到的客户端' })
    .execute();
  await recordTrail(used.db, { kind: 'command', id: '0', name: 'admin command', ip: '' }, { action: '新增客户端', object: 'client/early' });
  expect(await isNewDatabase(used.db)).toBe(true);
}, demoPatienceMs);

describe('the demo', { timeout: demoPatienceMs }, () => {
  it('is not there at all when it fails on its way', async () => {
    const { app_id } = await fresh.db.selectFrom('credential').select('app_id').executeTakeFirstOrThrow();
    await used.db.insertInto('credential').values({ app_id, security_key: '', kind: 'platform', user_id: null, name: '挡路者' }).execute();
    await expect(seedDemo(used.db, hashing, () => undefined, demoMadeAt, drawn)).rejects.toThrow('credential_pkey');
    expect(await isNewDatabase(used.db)).toBe(true);
    expect(await used.db.selectFrom('role').select('id').execute()).toEqual([{ id: '1' }]);
    await used.db.deleteFrom('credential').where('app_id', '=', app_id).execute();
  });

  it('is the same at the next try, and in any new database, beside what a command left before the first start', async () => {
    await seedDemo(used.db, hashing, () => undefined, demoMadeAt, drawn);
    expect(await digests(used.db)).toEqual(await digests(fresh.db));
    expect(await used.db.selectFrom('trail').select('id').where('object', '=', 'client/early').execute()).toHaveLength(1);
    expect(await used.db.selectFrom('credential').select('name').where('app_id', '=', 'early').execute()).toEqual([
      { name: '早到的客户端' },
    ]);
  });

  it('is made once: a database with an account is left as it is', async () => {
    expect(await isNewDatabase(fresh.db)).toBe(false);
    const before = await digests(fresh.db);
    await seedDemo(fresh.db, hashing, () => undefined, demoMadeAt);
    expect(await digests(fresh.db)).toEqual(before);
  });
});

describe('the demo in a new database', () => {
  it('has users of every kind and state, and work for the reviewers', async () => {
    const { rows } = await sql<{
      type: string;
      status: string;
      repair: string;
      n: number;
    }>`select type, status, repair, count(*)::int as n from users group by 1, 2, 3`.execute(fresh.db);
    expect(rows.reduce((total, { n }) => total + n, 0)).toBeGreaterThanOrEqual(420);
    const count = (type: string, key: 'status' | 'repair', value: string) =>
      rows.filter((row) => row.type === type && row[key] === value).reduce((total, { n }) => total + n, 0);
    for (const type of userType.names) {
      for (const status of userStatus.names) expect(count(type, 'status', status)).toBeGreaterThan(10);
      for (const repair of repairType.names) expect(count(type, 'repair', repair)).toBeGreaterThan(10);
      expect(count(type, 'status', 'pending')).toBeGreaterThanOrEqual(30);
      expect(count(type, 'repair', 'pending')).toBeGreaterThanOrEqual(30);
    }
  });

  it('has consistent states, submissions, check records, sign-ins and credentials', async () => {
    for (const [what, query] of Object.entries(demoContradictions)) {
      const { rows } = await query.execute(fresh.db);
      expect(rows, what).toEqual([]);
    }
    const { n } = await fresh.db.selectFrom('user_login').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    expect(n).toBeGreaterThanOrEqual(900);
    const results = await fresh.db.selectFrom('admin_login').select('result').distinct().execute();
    // Nobody in the demo uses a one-time password, a passkey or an identity provider.
    expect(results.map(({ result }) => result).toSorted()).toEqual(['badCaptcha', 'badPassword', 'disabled', 'locked', 'success']);
  });

  it('has points of every kind, more than a page of users who hold some, and a ledger that sums up', async () => {
    const { rows } = await sql<{
      kind: string;
      n: number;
    }>`select h.kind, count(*)::int as n from points_transfer t
      join points_account h on h.user_id is null and h.id in (t.from_account, t.to_account) group by 1`.execute(fresh.db);
    expect(Object.fromEntries(rows.map(({ kind, n }) => [kind, n > 10]))).toEqual({
      giftContract: true,
      giftRecharge: true,
      giftTest: true,
      giftOther: true,
      recharge: true,
      evidence: true,
      web: true,
      process: true,
      move: true,
    });
    expect(await checkLedger(fresh.db)).toMatchObject({ broken: null });
    const acts = await checkActs(fresh.db);
    expect(acts).toMatchObject({ broken: null });
    expect(acts.acts).toBeGreaterThan(500);
    const { n } = await fresh.db
      .selectFrom('points_account')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('balance', '>', '0')
      .executeTakeFirstOrThrow();
    expect(n).toBeGreaterThan(100);
  });

  it('has orders, recharges, consumptions and invoices in every state, which agree with payments, refunds and points', async () => {
    const count = async (query: ReturnType<typeof sql<{ of: string; n: number }>>) =>
      Object.fromEntries((await query.execute(fresh.db)).rows.map(({ of, n }) => [of, n]));
    const charges = await count(sql`select order_type as of, count(*)::int as n from charge_order group by 1`);
    expect(charges['recharge']).toBeGreaterThan(200);
    expect((charges['recharge'] ?? 0) + (charges['consumption'] ?? 0)).toBeGreaterThanOrEqual(300);
    const invoices = await count(sql`select status as of, count(*)::int as n from invoice group by 1`);
    expect(Object.keys(invoices).toSorted()).toEqual(invoiceStatus.names.toSorted());
    expect(Object.values(invoices).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(120);
    for (const n of Object.values(invoices)) expect(n).toBeGreaterThan(10);
    const paid = await count(
      sql`select pay_status as of, count(*)::int as n from (select pay_status from notarization_order union all select pay_status
        from recharge_order) o group by 1`,
    );
    expect(Object.keys(paid).toSorted()).toEqual(payStatus.names.toSorted());
    expect(await checkMoney(fresh.db)).toMatchObject({ broken: null });
  });

  it('has an income that grows from month to month without a leap', async () => {
    const { rows } = await sql<{ sum: number }>`
      select sum(amount_fen)::float8 as sum from (
        select paid_at, amount_fen from notarization_order union all select paid_at, amount_fen from recharge_order) paid
      where paid_at < date_trunc('month', ${clock.today}::timestamptz, 'Asia/Shanghai')
      group by date_trunc('month', paid_at, 'Asia/Shanghai') order by min(paid_at)`.execute(fresh.db);
    const halfYear = rows.slice(-6).map(({ sum }) => sum);
    for (const [at, sum] of halfYear.slice(1).entries()) {
      const growth = sum / (halfYear[at] ?? 0);
      expect(growth).toBeGreaterThan(0.7);
      expect(growth).toBeLessThan(2.5);
    }
  });

  it('numbers every order, booking and refund as the server does', async () => {
    const { rows } = await sql<{ no: string }>`
      select order_no as no from notarization_order union all select order_no from recharge_order
      union all select order_no from charge_order union all select order_no from points_transfer
      union all select refund_order_no from refund`.execute(fresh.db);
    expect(rows.length).toBeGreaterThan(1000);
    expect(rows.map(({ no }) => no).filter((no) => !/^20\d{6}[0-9A-F]{16}$/.test(no))).toEqual([]);
  });

  it('has applications of every state, payment and type, several acceptors, some that are due soon and one too late', async () => {
    const rows = await fresh.db
      .selectFrom('notarization_order')
      .select(['type', 'status', 'pay_status', 'pay_type', 'acceptor_id', 'due_at', 'created_at', 'decided_at'])
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(200);
    for (const type of userType.names) {
      for (const status of ['pending', 'passed', 'failed', 'withdrawn'])
        expect(rows.filter((row) => row.type === type && row.status === status).length, `${type} ${status}`).toBeGreaterThan(4);
      for (const pay of payStatus.names)
        expect(rows.filter((row) => row.type === type && row.pay_status === pay).length, `${type} ${pay}`).toBeGreaterThan(4);
    }
    expect(new Set(rows.map(({ pay_type }) => pay_type)).size).toBe(5);
    expect(new Set(rows.map(({ acceptor_id }) => acceptor_id)).size).toBe(2);
    const waiting = rows.filter(({ status, pay_status }) => status === 'pending' && pay_status === 'paid');
    expect(waiting.filter(({ due_at }) => due_at && due_at < demoMadeAt)).toHaveLength(1);
    expect(waiting.filter(({ due_at }) => due_at && due_at > demoMadeAt).length).toBeGreaterThan(10);
    for (const { created_at, decided_at } of rows)
      expect(Math.max(created_at.getTime(), decided_at?.getTime() ?? 0)).toBeLessThan(clock.last.getTime());
    const recharges = await fresh.db.selectFrom('recharge_order').select('pay_status').execute();
    for (const status of ['paid', 'unpaid', 'failed'])
      expect(recharges.filter(({ pay_status }) => pay_status === status).length, status).toBeGreaterThan(4);
  });

  it('has feedback of every kind', async () => {
    const kinds = await fresh.db
      .selectFrom('feedback')
      .select(['user_type', 'kind', ({ fn }) => fn.countAll<string>().as('n')])
      .groupBy(['user_type', 'kind'])
      .execute();
    expect(kinds).toHaveLength(6);
    expect(kinds.reduce((total, { n }) => total + Number(n), 0)).toBe(80);
  });

  it('contains no real person: no identity card, mobile or credit code lies in an assigned range', async () => {
    for (const { mobile, id_card, tax_number } of await fresh.db
      .selectFrom('users')
      .select(['mobile', 'id_card', 'tax_number'])
      .execute()) {
      expect(mobile).toMatch(/^12\d{9}$/);
      if (id_card !== '') expect([id_card.slice(0, 2), id_card[17]]).toEqual(['99', idNumberCheck(id_card.slice(0, 17))]);
      if (tax_number !== '') expect(tax_number).toMatch(/^9199/);
    }
    for (const { mobile } of await fresh.db.selectFrom('account').select('mobile').execute()) expect(mobile).toMatch(/^12\d{9}$/);
  });

  it('has the six operators with the demo password', async () => {
    const accounts = await fresh.db
      .selectFrom('account')
      .select(['username', 'role_id', 'accepts', 'password_hash'])
      .orderBy('id')
      .execute();
    expect(accounts.map(({ username }) => username)).toEqual(demoAccounts.usernames);
    expect(accounts.map(({ role_id, accepts }) => [role_id, accepts])).toEqual([
      ['1', false],
      ['2', false],
      ['3', true],
      ['3', true],
      ['4', false],
      ['5', false],
    ]);
    for (const { password_hash } of accounts) expect(await verify(password_hash, demoAccounts.password)).toBe(true);
  });

  it('goes on with the next ids, and its trail can be chained', async () => {
    const { id } = await fresh.db
      .insertInto('users')
      .values({ type: 'personal', name: '', mobile: '12900000000', registered_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { n } = await fresh.db.selectFrom('users').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow();
    expect(id).toBe(n);
    const role = await fresh.db
      .insertInto('role')
      .values({ position: '新角色', description: '', nodes: [] })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(role.id).toBe('6');
    while ((await extendTrailChain(fresh.db)) > 0);
    expect(await checkTrailChain(fresh.db)).toMatchObject({ broken: null });
  });
});

/** Answers like a store but stores nothing, because these tests look only at rows. */
const hashing: Pick<ObjectStore, 'put'> = {
  async put(source) {
    const content = await buffer(source);
    return { sha256: sha256Of(content), sizeBytes: content.length };
  },
};

/**
 * A digest of every table's rows except those of the command, with ids and without the salts of passwords. For the trail only the order
 * counts, because the demo takes the numbers that follow.
 */
async function digests(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  // Without log_pending: owners' pseudonyms depend on the installation.
  const tables = [
    'role',
    'account',
    'users',
    'user_submission',
    'check_record',
    'credential',
    'call_record',
    'client_activity',
    'user_login',
    'admin_login',
    'trail',
    'evidence',
    'evidence_file',
    'download_history',
    'points_account',
    'points_transfer',
    'points_gift',
    'recording',
    'capture',
    'app_version',
    'feedback',
    'note',
    'note_mention',
    'message',
    'erasure',
    'notarization_order',
    'notarization_evidence',
    'recharge_order',
    'payment',
    'refund',
    'invoice',
    'invoice_order',
  ];
  for (const table of tables) {
    const rows = demoRows[table] ?? sql`(select to_jsonb(t) - 'password_hash' as row from ${sql.table(table)} t)`;
    const {
      rows: [answer],
    } = await sql<{ digest: string }>`select md5(string_agg(row::text, '|' order by row::text)) as digest from ${rows} r`.execute(db);
    found[table] = answer?.digest ?? '';
  }
  return found;
}

const demoRows: Record<string, ReturnType<typeof sql>> = {
  credential: sql`(select to_jsonb(t) as row from credential t where app_id <> 'early')`,
  trail: sql`(select to_jsonb(t) - 'id' || jsonb_build_object('place', row_number() over (order by id)) as row from trail t
    where object <> 'client/early')`,
};
