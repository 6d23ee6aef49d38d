import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { VersionDetail } from '../../../contract/console/releases.ts';

const installation = testApp();
const make = operators(installation);
type Publisher = Awaited<ReturnType<typeof publisher>>;

/** An operator who has just been given a link to a package and the address of an export. */
async function publisher() {
  const by = await make.holding(1, 2, 19, 20, 36);
  const { data } = await by.get<VersionDetail>('/api/version/detail', { id: await version() });
  const cookie = `token=${by.token}`;
  return {
    ...by,
    /** HTTP status of the link, and the envelope's code of the export with the cookie. */
    async opens(): Promise<[link: number, exported: number]> {
      const file = await installation.app.inject({ url: data.url });
      const exported = await installation.app.inject({ url: '/api/export/userExport?type=2', headers: { cookie } });
      const isFile = !String(exported.headers['content-type']).includes('json');
      return [file.statusCode, isFile ? 200 : (exported.json() as { code: number }).code];
    },
  };
}

let serial = 0;
async function version(): Promise<string> {
  const bytes = randomBytes(20);
  const { sha256 } = await installation.store.put(Readable.from([bytes]), { maxBytes: 20 });
  const number = `1.${(serial += 1)}`;
  const { id } = await installation.db
    .insertInto('app_version')
    .values({
      platform: 'android',
      version: number,
      parts: [1, serial],
      previous: '',
      released_at: new Date(),
      description: '',
      content: '',
      review: null,
      sha256,
      size_bytes: '20',
      file_name: 'a.apk',
      package_name: 'com.example',
      version_name: number,
      version_code: '1',
      operator_id: '1',
      operator: '管理员',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const changes: [string, (by: Publisher) => Promise<unknown>, [number, number]][] = [
  ['his account is disabled', async ({ id }) => (await admin()).post('/api/ajax/power/disableEnable', { id, status: 2 }), [404, 403]],
  ['his role is disabled', async ({ roleId }) => (await admin()).post('/api/ajax/role/roleDisable', { id: roleId, type: 2 }), [404, 403]],
  [
    'his role loses what they were made by',
    async ({ roleId }) =>
      (await admin()).post('/api/ajax/role/addRole', { roleId, roleName: `窄${roleId}`, roleDesc: '窄', menuId: '9,10' }),
    [404, 403],
  ],
  [
    'an administrator gives him another password',
    async ({ id, username }) =>
      (await admin()).post('/api/ajax/power/accountUpdate', {
        id,
        username,
        realname: '钱测试',
        mobile: '12000000000',
        role_id: await roleOf(id),
        password: 'N&w-2026!',
      }),
    [404, 401],
  ],
  ['he signs out', (by) => by.get('/api/user/logout'), [404, 401]],
  ['he has left his desk too long', ({ id }) => age(id, 'last_seen_at', 1800), [404, 401]],
  ['his session is too old', ({ id }) => age(id, 'created_at', 43_200), [404, 401]],
];
const admin = () => installation.signIn('admin@example.com');
const age = async (id: string, since: 'last_seen_at' | 'created_at', seconds: number) => {
  await installation.db
    .updateTable('session')
    .set({ [since]: new Date(Date.now() - seconds * 1000) })
    .where('account_id', '=', id)
    .execute();
  return { code: 200 };
};
const roleOf = async (id: string) =>
  (await installation.db.selectFrom('account').select('role_id').where('id', '=', id).executeTakeFirstOrThrow()).role_id;

it.each(changes)('links and exports of an operator open until %s, and not a call longer', async (_change, change, after) => {
  const by = await publisher();
  expect(await by.opens()).toEqual([200, 200]);
  expect(await change(by)).toMatchObject({ code: 200 });
  expect(await by.opens()).toEqual(after);
});

it('a link that apps are given belongs to nobody', async () => {
  await version();
  const { url } = (await installation.app.inject({ url: '/open/v1/versions/latest?type=1' })).json() as { url: string };
  expect((await installation.app.inject({ url: new URL(url).pathname })).statusCode).toBe(200);
});
