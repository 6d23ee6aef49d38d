import { sql } from 'kysely';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { checkEvidence } from './evidence-check.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { checkObjects } from './object-check.ts';
import { growLog } from '../log/sequencer.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const numbers: string[] = [];
const hashes: string[] = [];
beforeAll(async () => {
  await make.open();
  const user = await make.user('personal', 100);
  await make.user('personal', 0);
  const signer = await openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'test.example/log' }));
  for (let i = 0; i < 5; i += 1) {
    const file = aFile();
    numbers.push(await make.evidence(user, {}, file));
    hashes.push(sha256Of(file.bytes));
    // The last one still waits for the log.
    if (i === 3) await growLog(installation.db, signer);
  }
});

/** With the triggers off, as an intruder would do. */
async function forge(statement: string): Promise<void> {
  await installation.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
}
const at = (index: number) => `(select id from evidence where number = '${numbers[index] ?? ''}')`;

it('finds nothing in evidence that nobody touched, whether the log has it yet or not', async () => {
  for (const batch of [1, 2, 5, 1000])
    expect(await checkEvidence(installation.db, installation.ownerSecret, batch)).toEqual({ evidence: 5, files: 10, broken: null });
  expect(await checkObjects(installation.db, installation.store, true)).toEqual({
    objects: 5,
    known: 0,
    faulty: 0,
    broken: null,
    first: [],
  });
});

const original = "role = 'original'";
it.each([
  [
    'a hash was changed',
    0,
    () => `update evidence_file set sha256 = repeat('a', 64) where ${original} and evidence_id = ${at(0)}`,
    'file original-1.mp3: its sha256 is aaaa',
  ],
  [
    'a size was changed',
    1,
    () => `update evidence_file set size_bytes = 1 where ${original} and evidence_id = ${at(1)}`,
    'its sizeBytes is 1, the manifest says 64',
  ],
  [
    'the details were changed',
    1,
    () => `update evidence_file set content = '{}' where role = 'details' and evidence_id = ${at(1)}`,
    'file details.json: its content was changed',
  ],
  [
    'a file was taken away',
    2,
    () => `delete from evidence_file where ${original} and evidence_id = ${at(2)}`,
    'file original-1.mp3: its row is missing',
  ],
  [
    'a file was slipped in',
    2,
    () =>
      `insert into evidence_file
         select evidence_id, 'more.txt', role, sha256, sm3, size_bytes, media_type from evidence_file
         where ${original} and evidence_id = ${at(2)}`,
    'file more.txt: the manifest does not name it',
  ],
  ['a time was put back', 3, () => `update evidence set saved_at = saved_at - interval '1 day' where id = ${at(3)}`, 'its manifest says'],
  [
    'the entry of another was given',
    3,
    () =>
      `update evidence set log_entry = null where id = ${at(2)};
         update evidence set log_entry = (select pending_id from log_entry where seq = 2) where id = ${at(3)}`,
    'it names no entry of the log',
    2,
  ],
  ['the entry that waits was deleted', 4, () => 'delete from log_pending', 'is not in the log'],
  [
    'the title was changed',
    1,
    () => `update evidence set title = '另一份' where id = ${at(1)}`,
    'its title is "另一份", its details say "一份证据"',
  ],
  ['the name of the file was changed', 1, () => `update evidence set file_name = 'a.txt' where id = ${at(1)}`, 'its fileName is "a.txt"'],
  [
    'the device was changed',
    1,
    () => `update evidence set device = '{"name":"x"}' where id = ${at(1)}`,
    'its device is {"name":"x"}, its details say null',
  ],
  [
    'it was given to another',
    1,
    () => `update evidence set user_id = (select max(id) from users) where id = ${at(1)}`,
    'who is not the owner in its manifest',
  ],
  [
    'it was put among those of companies',
    1,
    () => `update evidence set type = 'enterprise' where id = ${at(1)}`,
    'it is of type enterprise, its owner is personal',
  ],
  ['the row was deleted', 1, () => `delete from evidence where id = ${at(1)}`, 'its row is missing'],
])('names the evidence when %s', async (_case, index, statement, reason, named = index) => {
  const tables = ['evidence', 'evidence_file', 'log_pending'];
  await forge(tables.map((table) => `create table kept_${table} as select * from ${table}`).join('; '));
  try {
    await forge(statement());
    expect((await checkEvidence(installation.db, installation.ownerSecret, 2)).broken).toEqual({
      number: numbers[named],
      reason: expect.stringContaining(reason) as string,
    });
  } finally {
    const columns: Record<string, string> = {
      evidence: 'id, number, user_id, type, kind, title, file_name, file_status, address, start_at, end_at, device, saved_at, log_entry',
    };
    for (const table of tables) {
      const list = columns[table];
      const [into, from] = list === undefined ? ['', '*'] : [`(${list})`, list];
      await forge(
        `delete from ${table};
         insert into ${table} ${into} overriding system value select ${from} from kept_${table};
         drop table kept_${table}`,
      );
    }
  }
  expect((await checkEvidence(installation.db, installation.ownerSecret)).broken).toBeNull();
});

it('names the stored file that is gone, or cut short, or, when it hashes them, other', async () => {
  const [gone = '', other = ''] = hashes.toSorted();
  const pathOf = (sha256: string) => join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  await writeFile(pathOf(other), Buffer.alloc(64));
  expect((await checkObjects(installation.db, installation.store, false)).broken).toBeNull();
  expect(await checkObjects(installation.db, installation.store, true)).toMatchObject({
    faulty: 1,
    broken: { sha256: other, reason: 'it is damaged' },
  });
  const badSector = {
    ...installation.store,
    open: (sha256: string) => (sha256 === other ? Promise.reject(new Error('EIO: i/o error, read')) : installation.store.open(sha256)),
  };
  expect(await checkObjects(installation.db, badSector, true)).toMatchObject({
    faulty: 1,
    broken: { sha256: other, reason: 'it cannot be read: EIO: i/o error, read' },
  });
  await writeFile(pathOf(other), Buffer.alloc(63));
  expect((await checkObjects(installation.db, installation.store, false)).broken).toEqual({
    sha256: other,
    reason: 'it has 63 bytes, not 64',
  });
  await rm(pathOf(gone));
  expect(await checkObjects(installation.db, installation.store, false, 2)).toMatchObject({
    objects: 5,
    known: 0,
    faulty: 2,
    broken: { sha256: gone, reason: 'it is missing' },
    first: [{ sha256: gone }, { sha256: other }],
  });
  // Damage that the scrub has already reported is not reported again.
  await installation.db.updateTable('stored_object').set({ state: 'missing', checked_at: new Date() }).where('sha256', '=', gone).execute();
  expect(await checkObjects(installation.db, installation.store, false)).toMatchObject({ known: 1, faulty: 1, broken: { sha256: other } });
});
