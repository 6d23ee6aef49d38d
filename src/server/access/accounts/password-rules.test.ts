import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { demoAccounts } from '../session/demo-accounts.ts';
import { weakness } from './password-rules.ts';

const person = { username: 'Gongzheng@example.com', mobile: '0571-87654321' };

it('the list is 3,000 passwords that the form would take, each once, under a licence that is named', async () => {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  expect([lines.length, new Set(lines).size]).toEqual([3000, 3000]);
  expect(lines.filter((line) => !/^[!-~]{8,30}$/.test(line) || line !== line.toLowerCase())).toEqual([]);
  expect(text).toContain('Permission is hereby granted, free of charge');
});

it.each([
  ['password', 'common'],
  ['PassWord1', 'common'],
  ['12345678', 'common'],
  ['87654321', 'common'],
  ['88888888', 'common'],
  ['abcdefghij', 'common'],
  ['p@ssw0rd', 'common'],
  ['gongzheng@example.com', 'personal'],
  ['xGONGZHENG@Example.comx', 'personal'],
  ['a057187654321', 'personal'],
  ['a0571-87654321', 'personal'],
  ['Gongzheng2026', undefined],
  ['Abcd2026', undefined],
  ['13579-acegi', undefined],
  [demoAccounts.password, undefined],
])('%s is %s', (password, expected) => {
  expect(weakness(password, person)).toBe(expected);
});

it('an account without a mobile has none to contain', () => {
  expect(weakness('Elephant-88', { username: 'el@example.com', mobile: '' })).toBeUndefined();
});

describe('a guessable password', () => {
  const installation = testApp();
  const make = operators(installation);

  it.each([
    ['Password1', '此密码过于常见，请更换'],
    ['x12000000066', '密码不能包含用户名或手机号'],
    ['a12000000055', '密码不能包含用户名或手机号'],
  ])('%s is refused at its field: of a new account, of another one and of one’s own', async (password, msg) => {
    const admin = await installation.signIn('admin@example.com');
    const user = await make.holding(1, 2);
    const refusal = { code: 403, message: 'failed', data: { msg, fields: { password: msg } } };
    const form = { username: '12000000066', realname: '孙公证', mobile: '12000000055', role_id: user.roleId, password };
    expect(await admin.post('/api/ajax/power/addAccount', form)).toMatchObject(refusal);
    expect(await admin.post('/api/ajax/power/accountUpdate', { ...form, id: user.id })).toMatchObject(refusal);
    await installation.db.updateTable('account').set({ username: form.username, mobile: form.mobile }).where('id', '=', user.id).execute();
    expect(await user.post('/api/User/changePassword', { oldPassword: make.password, password })).toMatchObject(refusal);
    expect(await user.post('/api/User/changePassword', { oldPassword: make.password, password: 'Quiet-Lake-7' })).toMatchObject({
      code: 200,
    });
    await installation.db
      .updateTable('account')
      .set({ username: `was-${user.id}@example.com` })
      .where('id', '=', user.id)
      .execute();
  });
});
