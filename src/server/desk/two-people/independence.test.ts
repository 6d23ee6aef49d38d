import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { AccountRow } from '../../../contract/console/accounts.ts';
import { checkTwoPeople } from './check.ts';

const installation = testApp();
const make = applicationMaker(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
let first: As;
let second: As;

beforeAll(async () => {
  await make.open();
  const set = (id: string, nodes: number[]) => installation.db.updateTable('role').set({ nodes }).where('id', '=', id).execute();
  await set('2', [1, 22, 24, 35, 50, 51, 52, 5, 28]);
  admin = await installation.signIn('admin@example.com');
  first = await installation.signIn('reviewer@example.com');
  second = await installation.signIn('other@example.com');
});

let next = 0;
const given = 'Given2026x';
const own = 'Own2026word';
/** An account that somebody made, whose holder has changed the password. */
async function made(by: As, role_id = '2'): Promise<{ id: string; username: string; as: As }> {
  const username = `made${(next += 1)}@example.com`;
  const fields = { username, password: given, realname: '周新人', mobile: '12000000099', role_id };
  expect(await by.post('/api/ajax/power/addAccount', fields)).toMatchObject({ code: 200 });
  const { id } = await installation.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  return { id, username, as: await withOwnPassword(username) };
}
async function withOwnPassword(username: string): Promise<As> {
  const as = await signedIn(username, given);
  expect(await as.post('/api/User/changePassword', { oldPassword: given, password: own })).toMatchObject({ code: 200 });
  return signedIn(username, own);
}
async function signedIn(username: string, password: string): Promise<As> {
  const { data } = await installation.attempt(username, password);
  return installation.as((data as { token: string }).token);
}
async function edit(by: As, id: string, fields: Record<string, string>) {
  const { username, realname, mobile, role_id } = await installation.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(
    await by.post('/api/ajax/power/accountUpdate', { id, username, realname, mobile, role_id, password: '', ...fields }),
  ).toMatchObject({
    code: 200,
  });
}
const confirm = (by: As, id: string) => by.post('/api/ajax/power/accountConfirm', { id });
async function asked(by: As): Promise<string> {
  const user_id = await make.user('personal');
  return (await by.post<{ id: string }>('/api/user/requestErasure', { user_id, reason: '本人书面要求' })).data.id;
}
const approve = async (by: As, asker: As) => by.post('/api/user/decideErasure', { id: await asked(asker), status: '1' });
const refused = (what: string) => ({ code: 403, data: { msg: expect.stringContaining(what) as string } });
const done = { code: 200 };

describe('two people', () => {
  it('are not whoever made an account and that account, until another administrator confirms it', async () => {
    const { id, as } = await made(first);
    expect(await approve(as, first)).toMatchObject(refused('您的账号由王审核新增'));
    expect(await confirm(first, id)).toMatchObject(failed('该账号由您设置，须由另一名管理员确认'));
    expect(await confirm(as, id)).toMatchObject(failed('不能确认自己的账号，请由其他管理员确认'));
    expect(await approve(as, second)).toMatchObject(done);
    expect(await confirm(second, id)).toMatchObject(done);
    expect(await approve(as, first)).toMatchObject(done);
    expect(await confirm(second, id)).toMatchObject(failed('该账号没有待确认的变更'));
  });

  it('are not whoever made an account and asked under its name', async () => {
    const { as } = await made(first);
    expect(await approve(first, as)).toMatchObject(refused('申请人的账号由王审核新增'));
  });

  it('are not two accounts that one operator made, nor one made by an account that they made', async () => {
    const [one, other] = [await made(first), await made(first)];
    expect(await approve(one.as, other.as)).toMatchObject(refused('账号由王审核新增'));
    const third = await made(one.as);
    expect(await approve(third.as, first)).toMatchObject(refused('您的账号由周新人新增'));
    for (const own of [first, one.as, other.as]) expect(await confirm(own, third.id)).toMatchObject({ code: 403 });
    expect(await confirm(second, third.id)).toMatchObject(done);
    expect(await approve(third.as, first)).toMatchObject(done);
  });

  it('are the accounts that the only system administrator made, but not one of them and the administrator who asks', async () => {
    const [one, other] = [await made(admin), await made(admin)];
    expect(await approve(one.as, other.as)).toMatchObject(done);
    expect(await approve(admin, one.as)).toMatchObject(done);
    expect(await approve(one.as, admin)).toMatchObject(refused('您的账号由管理员新增'));
  });

  it('are not a system administrator and an account that they made, where another administrator could confirm it', async () => {
    const [one, other] = [await made(admin), await made(admin)];
    const second = await made(admin, '1');
    // Whoever the administrator made themselves a moment ago is nobody else yet.
    expect(await approve(admin, one.as)).toMatchObject(done);
    await ageTrail(second.id, 31);
    expect(await approve(admin, one.as)).toMatchObject(refused('申请人的账号由管理员新增'));
    expect(await approve(other.as, one.as)).toMatchObject(refused('账号由管理员新增'));
    // The decisions of before are judged by what there was then.
    await installation.db.updateTable('account').set({ created_at: new Date() }).where('id', '=', second.id).execute();
    expect(await checkTwoPeople(installation.db, true)).toMatchObject({ broken: null });
    expect(await confirm(second.as, one.id)).toMatchObject(done);
    expect(await approve(admin, one.as)).toMatchObject(done);
    expect(await approve(other.as, one.as)).toMatchObject(done);
    // Alone again, they are not locked out.
    expect(await admin.post('/api/ajax/power/disableEnable', { id: second.id, status: 2 })).toMatchObject(done);
    expect(await approve(admin, other.as)).toMatchObject(done);
  });

  it.each([
    ['密码', (id: string) => edit(first, id, { password: given })],
    ['用户名', (id: string) => edit(first, id, { username: `renamed${(next += 1)}@example.com` })],
    [
      '账号由王审核启用',
      async (id: string) => {
        for (const status of [2, 1]) expect(await first.post('/api/ajax/power/disableEnable', { id, status })).toMatchObject(done);
      },
    ],
    [
      '动态口令由王审核重置',
      async (id: string) => {
        await installation.db
          .insertInto('account_totp')
          .values({ account_id: id, secret: Buffer.alloc(40), confirmed_at: new Date() })
          .execute();
        expect(await first.post('/api/ajax/power/totpReset', { id })).toMatchObject(done);
      },
    ],
    [
      '通行密钥由王审核重置',
      async (id: string) => {
        await installation.db
          .insertInto('account_passkey')
          .values({
            account_id: id,
            name: '办公电脑',
            credential_id: Buffer.from(`key ${id}`),
            public_key: Buffer.alloc(8),
            sign_count: '0',
            rp_id: 'localhost',
          })
          .execute();
        expect(await first.post('/api/ajax/power/passkeyReset', { id })).toMatchObject(done);
      },
    ],
    [
      '身份绑定由王审核重置',
      async (id: string) => {
        await installation.db
          .insertInto('account_identity')
          .values({ account_id: id, issuer: 'https://login.example', subject: id })
          .execute();
        expect(await first.post('/api/ajax/power/identityReset', { id })).toMatchObject(done);
      },
    ],
    [
      '角色由王审核设置',
      async (id: string) => {
        const { nodes } = await installation.db.selectFrom('role').select('nodes').where('id', '=', '2').executeTakeFirstOrThrow();
        const { id: role } = await installation.db
          .insertInto('role')
          .values({ position: `同权角色${id}`, nodes })
          .returning('id')
          .executeTakeFirstOrThrow();
        await edit(first, id, { role_id: role });
      },
    ],
  ])('are not an operator and a colleague whose %s they set', async (what, take) => {
    const colleague = await made(admin);
    expect(await confirm(second, colleague.id)).toMatchObject(done);
    await take(colleague.id);
    const { username } = await installation.db
      .selectFrom('account')
      .select('username')
      .where('id', '=', colleague.id)
      .executeTakeFirstOrThrow();
    const as = what === '密码' ? await withOwnPassword(username) : await signedIn(username, own);
    expect(await approve(as, first)).toMatchObject(refused(what));
    expect(await approve(as, second)).toMatchObject(done);
  });

  it('are not confirmed by an account that whoever set them made or took over, nor under a password that was set for it', async () => {
    const target = await made(first);
    const [owned, taken] = [await made(first), await made(admin)];
    expect(await confirm(second, taken.id)).toMatchObject(done);
    await edit(first, taken.id, { password: given });
    const takenOver = await withOwnPassword(taken.username);
    for (const by of [owned.as, takenOver]) expect(await confirm(by, target.id)).toMatchObject(refused('您的账号与设置该账号的人'));
    // Their passwords are long out of the 30 days, but nobody else has ever signed in with them.
    await edit(admin, taken.id, { password: given });
    await ageTrail(taken.id, 31);
    expect(await confirm(await signedIn(taken.username, given), target.id)).toMatchObject(refused('您的密码由他人设置'));
    expect(await approve(target.as, first)).toMatchObject(refused('您的账号由王审核新增'));
    expect(await confirm(second, target.id)).toMatchObject(done);
    expect(await approve(target.as, first)).toMatchObject(done);
  });

  it('are two again after 30 days', async () => {
    const { id, as } = await made(first);
    const age = (days: number) => ageTrail(id, days);
    await age(29);
    expect(await approve(as, first)).toMatchObject(refused('新增'));
    await age(31);
    expect(await approve(as, first)).toMatchObject(done);
  });

  it('decide only under a password of their own; everything else works before', async () => {
    const username = `made${(next += 1)}@example.com`;
    await admin.post('/api/ajax/power/addAccount', { username, password: given, realname: '周新人', mobile: '12000000099', role_id: '2' });
    const as = await signedIn(username, given);
    expect(await as.get('/api/User/getAdminInfo')).toMatchObject({ code: 200, data: { mustChangePassword: 1 } });
    expect(await approve(as, second)).toMatchObject(failed('您的密码由他人设置，请先在“修改密码”中改为自己的密码，再作此决定'));
    expect(await as.get('/api/ajax/user/getErasures', { page: 1, limit: 10 })).toMatchObject(done);
    const changed = await withOwnPassword(username);
    expect((await changed.get('/api/User/getAdminInfo')).data).not.toHaveProperty('mustChangePassword');
    expect(await approve(changed, second)).toMatchObject(done);
  });

  it('decide under no such password while the holder is signed in through the identity provider', async () => {
    const { id, username } = await made(admin);
    expect(await confirm(second, id)).toMatchObject(done);
    await edit(admin, id, { password: given });
    await ageTrail(id, 31);
    const [holder, intruder] = [await installation.signIn(username), await signedIn(username, given)];
    expect(await approve(intruder, admin)).toMatchObject(failed(expect.stringContaining('您的密码由他人设置') as string));
    const { token_hash } = await installation.db
      .selectFrom('session')
      .select('token_hash')
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await installation.db
      .insertInto('session_identity')
      .values({ token_hash, issuer: 'https://login.example', subject: id, tokens: Buffer.alloc(40), checked_at: new Date() })
      .execute();
    expect(holder.token).not.toBe(intruder.token);
    expect(await approve(intruder, admin)).toMatchObject(failed(expect.stringContaining('您的密码由他人设置') as string));
  });

  it('are also asked for where points are taken back', async () => {
    const user = await make.user('personal');
    const { mobile } = await installation.db.selectFrom('users').select('mobile').where('id', '=', user).executeTakeFirstOrThrow();
    const gift = { mobile, type: 1, pointsType: 1, points: 10, explain: '试用' };
    expect(await first.post('/api/ajax/user/updatePoints', gift)).toMatchObject(done);
    const { as } = await made(first);
    const { list } = (await as.get<{ list: { id: string; revoke_refusal: string }[] }>('/api/ajax/user/getPoints', { keyword: mobile }))
      .data;
    expect(list[0]?.revoke_refusal).toContain('您的账号由王审核新增');
    const take = (by: As) => by.post('/api/ajax/user/revokePoints', { id: list[0]?.id ?? '', explain: '误赠' });
    expect(await take(as)).toMatchObject(refused('您的账号由王审核新增'));
    expect(await take(second)).toMatchObject(done);
  });

  it('are listed as unconfirmed until they are confirmed', async () => {
    const { id } = await made(first);
    const unconfirmed = async () => (await admin.get<AccountRow>('/api/ajax/power/getOne', { id })).data.unconfirmed;
    expect(await unconfirmed()).toBe(1);
    expect(await confirm(admin, id)).toMatchObject(done);
    expect(await unconfirmed()).toBe(0);
  });

  it('decided alone before the rule: the check names the decision, until the account is confirmed', async () => {
    expect(await checkTwoPeople(installation.db, true)).toMatchObject({ broken: null });
    const { id, as } = await made(first);
    await ageTrail(id, 31);
    expect(await approve(as, first)).toMatchObject(done);
    await ageTrail(id, 1);
    const { broken, decisions } = await checkTwoPeople(installation.db, true);
    expect(decisions).toBeGreaterThan(1);
    expect(broken).toMatchObject({
      of: expect.stringMatching(/^erasure \d+$/) as string,
      reason: expect.stringContaining(`account ${id}`) as string,
    });
    expect(await confirm(second, id)).toMatchObject(done);
    expect(await checkTwoPeople(installation.db, true)).toMatchObject({ broken: null });
  });
});

/** Moves the acts on an account back in time. */
async function ageTrail(id: string, days: number): Promise<void> {
  await installation.pool.query('alter table trail disable trigger trail_append_only');
  await installation.pool.query(`update trail set at = now() - make_interval(days => $1) where object = $2`, [days, `account/${id}`]);
  await installation.pool.query('alter table trail enable trigger trail_append_only');
}
