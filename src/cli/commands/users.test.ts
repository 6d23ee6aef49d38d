import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { intakeClient, users } from '../../../test/installation/intake.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { newCredential } from '../../server/business/users/credentials.ts';
import { CommandError } from '../lib/command.ts';
import { userCommands } from './users.ts';

const installation = testApp();
const platform = newCredential();
const make = users(() => intakeClient(installation.app, platform));
let reviewer: Awaited<ReturnType<typeof installation.signIn>>;

beforeAll(async () => {
  await installation.db
    .insertInto('credential')
    .values({ ...platform, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
  reviewer = await installation.signIn('reviewer@example.com');
});

async function run(name: 'user suspend' | 'user resume', ...args: string[]) {
  const command = userCommands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  return command.run({ db: installation.db, pool: installation.pool, args, config: readConfig({}) });
}

/** A newly approved enterprise. */
async function approved(name: string): Promise<string> {
  const user_id = await make.pending('enterprise', name);
  expect(await reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, reason: '' })).toMatchObject({ code: 200 });
  return user_id;
}
const credentialOf = (user_id: string) =>
  installation.db.selectFrom('credential').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow();
/** The intake's answer to a call that the enterprise signs itself. */
const callAs = async (user_id: string) =>
  (await intakeClient(installation.app, await credentialOf(user_id)).get(`/open/v1/users/${user_id}`)).status;
const repair = (user_id: string, status: 0 | 1) =>
  reviewer.post('/api/User/repairCheck', { user_id, status, reason: status === 0 ? '印章不清' : '' });

it('user suspend ends the credentials at once and user resume restores the same ones, each once and with a trail row', async () => {
  const user_id = await approved('停用恢复有限公司');
  const given = await credentialOf(user_id);
  expect(await callAs(user_id)).toBe(200);
  expect(await run('user suspend', user_id)).toMatchObject({ value: { user_id, credential: 'disabled' } });
  expect(await callAs(user_id)).toBe(401);
  await expect(run('user suspend', user_id)).rejects.toThrow(CommandError);
  expect(await run('user resume', user_id)).toMatchObject({ value: { user_id, credential: 'enabled' } });
  expect(await callAs(user_id)).toBe(200);
  await expect(run('user resume', user_id)).rejects.toThrow(CommandError);
  expect(await credentialOf(user_id)).toEqual(given);
  const acts = await installation.db
    .selectFrom('trail')
    .select(['actor_kind', 'action', 'before', 'after'])
    .where('object', '=', `user/${user_id}`)
    .where('action', 'like', '%接口凭证')
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    { actor_kind: 'command', action: '停用接口凭证', before: { credential: 'enabled' }, after: { credential: 'disabled' } },
    { actor_kind: 'command', action: '恢复接口凭证', before: { credential: 'disabled' }, after: { credential: 'enabled' } },
  ]);
});

it.each(['', 'x', '0', '999999'])('user suspend refuses %j, which names nobody with credentials', async (user_id) => {
  await expect(run('user suspend', user_id)).rejects.toThrow(CommandError);
});

it('suspended credentials stay so through supplementary reviews; an approved one renames them, a refused one does nothing', async () => {
  const user_id = await approved('旧名有限公司');
  await run('user suspend', user_id);
  const suspended = await credentialOf(user_id);
  for (const [choice, name] of [
    [0, '旧名有限公司'],
    [1, '新名有限公司'],
  ] as const) {
    await make.submit(user_id, 'enterprise', { name: '新名有限公司' });
    expect(await repair(user_id, choice)).toMatchObject({ code: 200 });
    expect(await credentialOf(user_id)).toEqual({ ...suspended, name });
    expect(await callAs(user_id)).toBe(401);
  }
  await run('user resume', user_id);
  expect(await callAs(user_id)).toBe(200);
});
