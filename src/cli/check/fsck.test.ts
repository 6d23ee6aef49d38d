import { mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../test/installation/factories/evidence.ts';
import { adoptStore } from '../../server/platform/installation/store-owner.ts';
import { readConfig, type Config } from '../../server/platform/runtime/config.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { makeOfficeCertificate } from '../../server/custody/cms/office-certificate.ts';
import { publishCertificate, type ListedCertificate } from '../../server/custody/log/published-certificates.ts';
import { growLog } from '../../server/custody/log/sequencer.ts';
import { placeAll } from '../../server/desk/events/sequencer.ts';
import { extendTrailChain } from '../../server/desk/trail/chain.ts';
import { fsck } from './fsck.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const bytes = Buffer.from('一份录音');
const sha256 = sha256Of(bytes);
let dataDir: string;
let config: Config;
let userId: string;
let number: string;
let path: string;
let office: ListedCertificate;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notary-fsck-'));
  await symlink(installation.folder, join(dataDir, 'objects'));
  path = join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  config = readConfig({ DATA_DIR: dataDir });
  await adoptStore(config, installation.db);
  await make.open();
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
    .execute();
  userId = await make.user('personal', 10);
  number = await make.evidence(userId, {}, aFile({ bytes }));
  const { certificatePem } = await makeOfficeCertificate({ now: new Date() });
  office = await installation.db.transaction().execute((tx) => publishCertificate(tx, certificatePem, 'made'));
  await growLog(installation.db, await openLogSigner(installation.db, config));
  await extendTrailChain(installation.db);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const look = async () => {
  const { text, failed } = await fsck.run({ db: installation.db, pool: installation.pool, args: ['--objects'], config });
  return { lines: text.split('\n'), failed };
};

it('has one good line for each thing that it looks after', async () => {
  const { lines, failed } = await look();
  expect(failed).toBe(false);
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'trail',
    'log',
    'evidence',
    'records',
    'credentials',
    'points',
    'acts',
    'money',
    'events',
    'files',
  ]);
  expect(lines.join('\n')).not.toMatch(/broken|faulty/);
});

it('reports orphaned objects once they are a day old, and fails for none of them', async () => {
  const bytes = Buffer.from('of a call that was refused');
  const { sha256: unnamed } = await installation.store.put(Readable.from([bytes]), { maxBytes: 100 });
  expect((await look()).lines.join('\n')).not.toContain('unnamed');
  const old = new Date(Date.now() - 2 * 86_400_000);
  // An object that a row names is not orphaned, however old it is.
  for (const hash of [unnamed, sha256])
    await utimes(join(installation.folder, 'sha256', hash.slice(0, 2), hash.slice(2, 4), hash), old, old);
  const { lines, failed } = await look();
  expect([lines.at(-1), failed]).toEqual([
    `unnamed: 1 stored files that no row names, of refused calls or killed servers: ${unnamed}`,
    false,
  ]);
  await rm(join(installation.folder, 'sha256', unnamed.slice(0, 2), unnamed.slice(2, 4), unnamed));
});

/** Runs statements with the guards disabled, as an intruder would. */
function offTheBooks(statements: string): Promise<unknown> {
  return installation.pool.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
}

/** @returns a function that undoes it. */
async function forge(table: string, where: string, change: string): Promise<() => Promise<void>> {
  const [column = ''] = change.split(' ');
  const { rows } = await installation.pool.query<{ old: string }>(`select quote_nullable(${column}) as old from ${table} where ${where}`);
  expect(rows).toHaveLength(1);
  await offTheBooks(`update ${table} set ${change} where ${where}`);
  return async () => void (await offTheBooks(`update ${table} set ${column} = ${rows[0]?.old ?? 'null'} where ${where}`));
}

it.each<[what: string, damage: () => Promise<() => Promise<unknown>>, line: () => RegExp]>([
  [
    'a stored file of which a byte was flipped',
    async () => {
      const kept = await readFile(path);
      await writeFile(
        path,
        kept.map((byte, at) => (at === 3 ? byte ^ 1 : byte)),
      );
      return () => writeFile(path, kept);
    },
    () => new RegExp(`^files: 1 faulty: ${sha256}: it is damaged$`),
  ],
  [
    'a stored file that was deleted',
    async () => {
      await rename(path, `${path}.gone`);
      return () => rename(`${path}.gone`, path);
    },
    () => new RegExp(`^files: 1 faulty: ${sha256}: it is missing$`),
  ],
  [
    'an evidence whose file the scrub does not know',
    async () => {
      const { rows } = await installation.pool.query('delete from stored_object where sha256 = $1 returning *', [sha256]);
      return () =>
        installation.db
          .insertInto('stored_object')
          .values(rows as never)
          .execute();
    },
    () => new RegExp(`^files: 1 faulty: ${sha256}: an evidence names it, the scrub does not know it$`),
  ],
  [
    'an event that says something else',
    async () => {
      await placeAll(installation.db);
      return forge('event', "type = 'evidence.created'", "data = '{}'");
    },
    () => /^events: broken at evt_[0-9a-f]{16}: its data\.baoquan is not as described$/,
  ],
  [
    'an evidence that was given another title',
    () => forge('evidence', `number = '${number}'`, "title = '另一份'"),
    () => new RegExp(`^evidence: broken at ${number}: its title is "另一份", its details say "一份证据"$`),
  ],
  [
    'a trail row that was edited',
    () => forge('trail', "action = '存证'", "actor_name = '他人'"),
    () => /^trail: broken at link \d+: trail row \d+ or its place was changed$/,
  ],
  [
    'a booking of points that was edited',
    () => forge('points_transfer', `reference = '${number}'`, 'points = 2'),
    () => new RegExp(`^points: of user ${userId} the balance says 9, the transfers 8$`),
  ],
  [
    'a balance that was edited',
    () => forge('points_account', `user_id = ${userId}`, 'balance = 900'),
    () => new RegExp(`^points: of user ${userId} the balance says 900, the transfers 9$`),
  ],
  [
    'a booking of points that was deleted, with what shows it',
    async () => {
      const one = `reference = '${number}'`;
      const kept = await installation.pool.query<{ row: unknown }>(`select to_jsonb(t) as row from points_transfer t where ${one}`);
      expect(kept.rows).toHaveLength(1);
      await offTheBooks(
        `delete from charge_order where transfer_id in (select id from points_transfer where ${one});
          delete from points_transfer where ${one}; update points_account set balance = balance + 1 where user_id = ${userId}`,
      );
      // With the guards enabled again, the triggers restore the rest with the row.
      return () =>
        installation.pool.query(
          'insert into points_transfer overriding system value select * from jsonb_populate_record(null::points_transfer, $1)',
          [JSON.stringify(kept.rows[0]?.row)],
        );
    },
    () => new RegExp(`^acts: evidence/${number} cost 1 points, and the ledger has no such booking$`),
  ],
  [
    'a certificate of the office that was replaced',
    async () =>
      forge(
        'office_certificate',
        `sha256 = '${office.sha256}'`,
        `pem = $$${(await makeOfficeCertificate({ now: new Date() })).certificatePem}$$`,
      ),
    () => new RegExp(`^log: broken at office_certificate ${office.sha256}: the certificate is not the one of this fingerprint$`),
  ],
  [
    'a certificate of the office that the log does not know',
    () => forge('office_certificate', `sha256 = '${office.sha256}'`, 'log_entry = 900001'),
    () => new RegExp(`^log: broken at office_certificate ${office.sha256}: the log has no entry of this certificate$`),
  ],
  [
    'a certificate of the office that was removed',
    async () => {
      await offTheBooks('delete from office_certificate');
      return () =>
        installation.db
          .insertInto('office_certificate')
          .values({ sha256: office.sha256, pem: office.pem, log_entry: office.logEntry })
          .execute();
    },
    () => /^log: broken at log_entry \d+: it names a certificate of the office that is not kept$/,
  ],
  ['an entry of the log that was edited', () => forge('log_entry', 'seq = 0', "entry = '{}'"), () => /^log: broken at log_entry 0: /],
])('names %s in one line, and fails', async (_what, damage, line) => {
  const undo = await damage();
  try {
    const { lines, failed } = await look();
    expect(failed).toBe(true);
    expect(lines.filter((one) => line().test(one))).toHaveLength(1);
  } finally {
    await undo();
  }
  expect(await look()).toMatchObject({ failed: false });
});
