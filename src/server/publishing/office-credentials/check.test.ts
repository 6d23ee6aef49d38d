import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { credentialDesk } from '../../../../test/installation/factories/credentials.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { encodeCredentialList } from '../../../domain/proof/platform/credential-list.ts';
import { checkCredentials } from './check.ts';
import { readCredentials } from './read.ts';

const installation = testApp();
const desk = credentialDesk(installation);
let ids: string[];
beforeAll(async () => {
  const admin = await installation.signIn('admin@example.com');
  expect(await checkCredentials(installation.db)).toEqual({ credentials: 0, lists: 0, broken: null });
  const first = (await desk.add(admin.token)).data.id;
  const second = (await desk.add(admin.token, { type: '1' })).data.id;
  await admin.post('/api/ajax/office/withdrawCredential', { id: first, reason: '测试' });
  ids = [first, second];
});

/** Runs statements with triggers disabled, as an intruder would. */
const offTheBooks = (statements: string) =>
  installation.pool.query(`begin; set local session_replication_role = replica; ${statements}; commit`);

it('finds them as the log has them, on their way to it and in it', async () => {
  expect(await checkCredentials(installation.db)).toEqual({ credentials: 2, lists: 3, broken: null });
  await grow(installation);
  expect(await checkCredentials(installation.db)).toEqual({ credentials: 2, lists: 3, broken: null });
});

it.each<[string, () => string, () => string, object]>([
  [
    'a later end',
    () => `update office_credential set valid_until = '2199-12-31' where id = ${ids[1]}`,
    () => `update office_credential set valid_until = '2099-12-31' where id = ${ids[1]}`,
    { table: 'office_credential', reason: 'list 2 in the log says something else of it' },
  ],
  [
    'a withdrawal that is gone',
    () => `update office_credential set withdrawn_at = null, withdrawn_reason = null where id = ${ids[0]}`,
    () =>
      `update office_credential set withdrawn_reason = '测试',
         withdrawn_at = (select listed_at from office_credential_list order by id desc limit 1) where id = ${ids[0]}`,
    { table: 'office_credential', reason: 'list 3 in the log says something else of it' },
  ],
  [
    'one more that no list has',
    () =>
      `insert into office_credential (id, kind, name, number, issuer, valid_from, picture_sha256, picture_bytes, operator_id, operator)
         select 999, kind, name, 'x', issuer, valid_from, picture_sha256, picture_bytes, operator_id, operator
           from office_credential where id = ${ids[1]}`,
    () => 'delete from office_credential where id = 999',
    { table: 'office_credential_list', row: '3', reason: 'the newest list in the log is not what the rows say' },
  ],
  [
    'a list that points at another entry',
    () => 'update office_credential_list set log_entry = 99999 where id = 2',
    () => `update office_credential_list set log_entry = (
             select pending_id from log_entry where substring(entry from 1 for 15) = '{"credentials":'::bytea order by seq offset 1 limit 1
           ) where id = 2`,
    { table: 'office_credential_list', row: '2', reason: 'the log has no entry of this list' },
  ],
])('names %s', async (_, damage, repair, broken) => {
  await offTheBooks(damage());
  expect((await checkCredentials(installation.db)).broken).toMatchObject(broken);
  await offTheBooks(repair());
  expect((await checkCredentials(installation.db)).broken).toBeNull();
});

it('names a list in the log that no row tells of', async () => {
  const stray = encodeCredentialList(await readCredentials(installation.db), new Date(0));
  await enqueue(installation.db, [Buffer.from(stray).toString()]);
  await grow(installation);
  expect((await checkCredentials(installation.db)).broken).toMatchObject({
    table: 'log_entry',
    reason: 'it lists credentials of the office that no row tells of',
  });
});
