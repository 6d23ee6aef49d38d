import { expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { intakeClient, type IntakeKey } from '../../../test/installation/intake.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { CommandError } from '../lib/command.ts';
import { clientCommands } from './clients.ts';

const installation = testApp();

async function run(name: string, ...args: string[]) {
  const command = clientCommands.find((one) => one.name === `client ${name}`);
  if (!command) throw new Error(`no command ${name}`);
  return command.run({ db: installation.db, pool: installation.pool, args, config: readConfig({}) });
}
const call = async (key: IntakeKey) => (await intakeClient(installation.app, key).get('/open/v1/users/999999')).status;

it('makes a client, replaces its key with a day of overlap, disables and enables it, each once and with a trail row', async () => {
  const first = (await run('create', '--name', '命令行平台')).value as IntakeKey;
  expect(await call(first)).toBe(404);
  const second = (await run('rotate', first.app_id)).value as IntakeKey;
  expect([await call(first), await call(second)]).toEqual([404, 404]);
  expect(await run('disable', first.app_id)).toMatchObject({ value: { app_id: first.app_id, status: 'disabled' } });
  expect([await call(first), await call(second)]).toEqual([401, 401]);
  await expect(run('disable', first.app_id)).rejects.toThrow(new CommandError(`There is no enabled client ${first.app_id}.`));
  await expect(run('rotate', first.app_id)).rejects.toThrow(CommandError);
  await run('enable', first.app_id);
  expect(await call(second)).toBe(404);
  await expect(run('enable', first.app_id)).rejects.toThrow(CommandError);
  const { text } = await run('list');
  expect(text).toBe([first.app_id, 'platform', 'enabled', '命令行平台'].join('\t'));
  expect(JSON.stringify((await run('list')).value)).not.toContain(second.security_key);
  const trail = await installation.db
    .selectFrom('trail')
    .select(['actor_kind', 'action'])
    .where('object', '=', `client/${first.app_id}`)
    .orderBy('id')
    .execute();
  expect(trail.map(({ actor_kind, action }) => `${actor_kind} ${action}`)).toEqual([
    'command 新增客户端',
    'command 轮换客户端密钥',
    'command 停用客户端',
    'command 启用客户端',
  ]);
});

it.each(['rotate', 'disable', 'enable'])('%s refuses a client that is not there', async (name) => {
  await expect(run(name, 'nobody')).rejects.toThrow(CommandError);
});

it.each([
  ['create', ['platform', '试验平台']],
  ['disable', ['nobody', '试验平台']],
  ['list', ['试验平台']],
] as const)('%s refuses a word that it does not take', async (name, words) => {
  const before = await run('list');
  await expect(run(name, ...words)).rejects.toThrow(new CommandError('"试验平台" is a word too many'));
  expect(await run('list')).toEqual(before);
});

it.each(['', ' ', 'a\u001b[31mb', '甲'.repeat(61)])('a name that the console refuses is refused: %j', async (name) => {
  await expect(run('create', '--name', name)).rejects.toThrow(CommandError);
});
