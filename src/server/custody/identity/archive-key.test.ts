import { verify } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { archivedCapture } from '../../../../test/installation/factories/packages/archived-capture.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { publishedKeysPath, type PublishedKeys } from '../../../contract/open/published-keys.ts';
import { checkLog, checkLogIn } from '../audit/log-check.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openArchiveSigner } from './archive-key.ts';

const installation = testApp();
const make = evidenceMaker(installation);
beforeAll(() => make.open());

it('is one key for all who ask at once, sealed, on the trail, in the log and published', async () => {
  const config = readConfig({});
  const [one, two] = await Promise.all([openArchiveSigner(installation.db, config), openArchiveSigner(installation.db, config)]);
  expect(two.sha256).toBe(one.sha256);
  const text = Buffer.from('sha256:abc');
  const publicKey = { key: Buffer.from(one.publicKey), format: 'der', type: 'spki', dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', text, publicKey, two.sign(text))).toBe(true);
  const { value } = await installation.db
    .selectFrom('secret')
    .select('value')
    .where('name', 'like', 'archive-key/%')
    .executeTakeFirstOrThrow();
  expect(value.toString()).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  await expect(openArchiveSigner(installation.db, readConfig({ OFFICE_KEY_PASSWORD: 'another password' }))).rejects.toThrow(
    'OFFICE_KEY_PASSWORD',
  );
  expect(await installation.db.selectFrom('trail').select('object').where('action', '=', '生成网页存档密钥').execute()).toEqual([
    { object: `key/${one.sha256.slice(0, 16)}` },
  ]);
  await grow(installation);
  const keys = (await installation.app.inject({ url: publishedKeysPath })).json<PublishedKeys>();
  expect(keys.archive_keys).toMatchObject([{ sha256: one.sha256, pem: expect.stringContaining('BEGIN PUBLIC KEY') as string }]);
  expect((await checkLog(installation.db)).broken).toBeNull();
});

it.each([
  ['delete from archive_key', 'log_entry', 'a key of web archives that is not kept'],
  ["update archive_key set public_key = 'forged'", 'archive_key', 'not the one of this hash'],
  ['update archive_key set log_entry = 0', 'archive_key', 'no entry of this key'],
])('is compared with the log: %s is found', async (change, table, reason) => {
  const found = await installation.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx); // switches the triggers off, as an intruder would
      await sql.raw(change).execute(tx);
      throw new Found((await checkLogIn(tx)).broken);
    })
    .catch((error: unknown) => (error instanceof Found ? error.broken : error));
  expect(found).toMatchObject({ table, reason: expect.stringContaining(reason) as string });
});

/** Carries the result out of a transaction that is rolled back. */
class Found extends Error {
  constructor(readonly broken: unknown) {
    super('roll back');
  }
}

it('leaves what is known of an archive as it is', async () => {
  const number = await archivedCapture(installation, await make.user('personal'));
  await expect(
    installation.db
      .updateTable('capture_archive')
      .set({ digest: Buffer.alloc(1) })
      .where('number', '=', number)
      .execute(),
  ).rejects.toThrow('append-only');
});
