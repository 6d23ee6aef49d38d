import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { accountCommands } from './accounts.ts';

const installation = testApp();
afterEach(() => void vi.restoreAllMocks());

it.each([
  ['Password1', /one of the commonest/],
  ['x12000000066', /must not contain the username or the mobile number/],
  ['short', /must have 8 to 30 characters/],
])('account create refuses the password %s and makes nothing', async (password, fault) => {
  const create = accountCommands.find(({ name }) => name === 'account create');
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([`${password}\n`]) as unknown as typeof process.stdin);
  const username = '12000000066';
  const args = ['--username', username, '--realname', '孙公证', '--role', '1', '--password-stdin'];
  await expect(create?.run({ db: installation.db, pool: installation.pool, args, config: readConfig({}) })).rejects.toThrow(fault);
  expect(await installation.db.selectFrom('account').select('id').where('username', '=', username).execute()).toEqual([]);
});
