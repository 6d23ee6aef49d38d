import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, sm3Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { checkEvidence } from '../../../custody/audit/evidence-check.ts';
import { checkLedger } from '../../points/check.ts';
import { evidenceCreator, type EvidenceRequest } from './create-evidence.ts';

const installation = testApp();
const make = evidenceMaker(installation);

beforeAll(async () => {
  await make.open();
});

/** Row counts of every table that an evidence writes to. */
async function counts(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from evidence) as evidence, (select count(*) from evidence_file) as files,
      (select count(*) from log_pending) as pending,
    (select count(*) from points_transfer) as transfers, (select count(*) from trail where action = '存证') as trail,
      (select count(*) from intake_request) as answers,
    (select sum(balance) from points_account) as points`.execute(installation.db);
  return rows[0];
}

it.each(['points_transfer', 'log_pending', 'evidence', 'evidence_file', 'trail', 'intake_request'])(
  'leaves nothing when %s cannot be written, and keeps the evidence when it is sent again',
  async (table) => {
    const user_id = await make.user('personal');
    const before = await counts();
    const fields = { user_id, unique_id: uid() };
    const file = aFile();
    await sql`create or replace function fail_write() returns trigger language plpgsql as $$ begin raise exception 'injected';
      end $$`.execute(installation.db);
    await sql`create trigger injected before insert on ${sql.table(table)} for each row execute function fail_write()`.execute(
      installation.db,
    );
    expect(await make.send(fields, file)).toMatchObject({
      status: 500,
      body: { error: { code: 'fault', message: expect.not.stringContaining('injected') as string } },
    });
    await sql`drop trigger injected on ${sql.table(table)}`.execute(installation.db);
    expect(await counts()).toEqual(before);
    expect(await make.send(fields, file)).toMatchObject({ status: 200 });
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  },
);

it('names the holder of the row at the time of keeping, not of the call, and keeps an id once that comes twice in a batch', async () => {
  const userId = await make.user('personal', 5, '新名');
  const keep = evidenceCreator(installation.db, 1);
  await installation.db
    .insertInto('credential')
    .values({ app_id: 'direct', security_key: '', kind: 'platform', user_id: null, name: '直接' })
    .execute();
  const actor = { kind: 'client', id: 'direct', name: '直接', ip: '' } as const;
  const file = {
    name: 'original-1.png',
    role: 'original',
    sha256: sha256Of(Buffer.from('x')),
    sm3: sm3Of(Buffer.from('x')),
    sizeBytes: 1,
    mediaType: 'image/png',
  } as const;
  const evidence = {
    kind: 'photo',
    title: '一份证据',
    fileName: 'x.png',
    address: '',
    startAt: null,
    endAt: null,
    device: null,
    files: [file],
    ownerSecret: installation.ownerSecret,
  } as const;
  const order = (uniqueId: string, owner: EvidenceRequest['owner']) =>
    keep({ appId: 'direct', uniqueId, content: 'same', userId, owner, evidence, actor });
  const owners = [
    null,
    { id: userId, name: '旧名', type: 'personal' },
    { id: userId, name: '新名', type: 'enterprise' },
    { id: userId, name: '新名', type: 'personal' },
  ] as const;
  // The first request forms a batch of its own; the others share one.
  const receipts = await Promise.all([order('0', null), ...owners.map((owner, at) => order(String(at), owner))]);
  expect(new Set(receipts.map(({ baoquan }) => baoquan)).size).toBe(4);
  expect(receipts[1]).toEqual(receipts[0]);
  const details = await installation.db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_id')
    .select('content')
    .where('user_id', '=', userId)
    .where('role', '=', 'details')
    .execute();
  expect(details.map(({ content }) => (JSON.parse(String(content)) as { holder: string }).holder)).toEqual([
    '新名',
    '新名',
    '新名',
    '新名',
  ]);
  expect(await checkEvidence(installation.db, installation.ownerSecret)).toMatchObject({ broken: null });
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
});

it('keeps what comes together with an order that cannot be kept', async () => {
  const user_id = await make.user('personal', 20);
  const poison = { user_id, configInfo: '{"name":"\\ud800"}' };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => make.send(at % 4 === 2 ? poison : { user_id })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
});

it('takes a large file as a stream: the same hashes, and nothing of one whose hash is wrong', async () => {
  const user_id = await make.user('personal');
  const file = aFile({ bytes: randomBytes(20_000_000) });
  const wrong = await make.send({ user_id, sha256: '0'.repeat(64) }, file);
  expect(wrong).toMatchObject({ status: 400 });
  expect(await installation.store.stat(sha256Of(file.bytes))).toBeNull();
  const number = await make.evidence(user_id, { sha256: sha256Of(file.bytes) }, file);
  const original = await installation.db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_id')
    .select(['sha256', 'sm3', 'size_bytes'])
    .where('number', '=', number)
    .where('role', '=', 'original')
    .executeTakeFirstOrThrow();
  expect(original).toEqual({ sha256: sha256Of(file.bytes), sm3: sm3Of(file.bytes), size_bytes: '20000000' });
});

it('counts as many as there are, by day, type and state, while evidence comes and changes', async () => {
  const users = [await make.user('personal', 20), await make.user('enterprise', 20)];
  const numbers = await Promise.all(Array.from({ length: 30 }, (_, at) => make.evidence(users[at % 2] ?? '')));
  await installation.db
    .updateTable('evidence')
    .set({ file_status: 'missing', saved_at: new Date('2025-01-01T00:00:00Z') })
    .where('number', 'in', numbers.slice(0, 7))
    .execute();
  await installation.db.updateTable('evidence').set({ file_status: 'uploading' }).where('number', 'in', numbers.slice(7, 10)).execute();
  const { rows } = await sql`
    with kept as (
      select facet, day, sum(n) as n from (
        select facet, bucket as day, n from list_count where list = 'evidence' and level = 'day'
        union all select facet, day, n from list_count_delta where list = 'evidence') c group by 1, 2 having sum(n) <> 0),
    counted as (
      select f.facet, list_day(saved_at) as day, count(*) as n
      from evidence cross join lateral (values (type), (type || '/' || file_status)) f (facet) group by 1, 2)
    select * from kept k full join counted c using (facet, day) where k.n is distinct from c.n`.execute(installation.db);
  expect(rows).toEqual([]);
});
