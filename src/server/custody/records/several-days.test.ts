import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { bouncyCastle, judgeRecords } from '../../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { recordOffice, weakSha256 } from '../../../../test/installation/factories/records.ts';
import { parseManifest } from '../../../domain/proof/evidence/manifest.ts';
import { parseRecord } from '../../../domain/proof/records/evidence-record.ts';
import { recordFactsOf } from '../../../domain/proof/records/record-facts.ts';
import { dayMs, formatDay } from '../../../domain/kit/text/time.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';
import { endingLines } from '../../overview/workbench/calendar-lines.ts';
import { checkRecords } from '../audit/record-check.ts';
import { renewalCalendar } from './calendar.ts';
import { makeDayTrees } from './day-trees.ts';
import { renewDue } from './renew.ts';
import { fastHash } from './tree-store.ts';
import { readRecord } from './stored-record.ts';

const installation = testApp();
const office = recordOffice(installation);
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const settings = { hasAuthority: true, officeNoticeDays: 60, now: new Date() };

/** Five days with evidence, and one without. */
beforeAll(async () => {
  const { make, owner } = office;
  const signer = await openLogSigner(installation.db, readConfig({}));
  for (const days of [9, 8, 7, 5, 4]) {
    for (let count = 0; count < days - 3; count += 1) await make.evidence(owner);
    await growLog(installation.db, signer, { now: () => daysAgo(days) });
  }
  await make.evidence(owner);
  await growLog(installation.db, signer);
});

async function factsOf(seq: string, sha512: Parameters<typeof recordFactsOf>[3]) {
  const entry = (await installation.db.selectFrom('log_entry').select('entry').where('seq', '=', seq).executeTakeFirstOrThrow()).entry;
  const manifest = parseManifest(entry);
  if (!manifest.ok) throw new Error(manifest.fault);
  return recordFactsOf(await readRecord(installation.db, seq), { manifest: manifest.value, bytes: entry }, new Date(), sha512);
}

it('makes one tree for each day that has ended, whoever asks and however often, and none for today', async () => {
  const made = await Promise.all([makeDayTrees(installation.db), makeDayTrees(installation.db)]);
  expect((made[0] ?? 0) + (made[1] ?? 0)).toBe(5);
  const { rows } = await installation.pool.query<{ day: string; leaves: number; first_seq: string; end_seq: string }>(
    'select d.day::text, t.leaves, first_seq, end_seq from record_day d join record_tree t on t.id = d.tree_id order by d.day',
  );
  expect(rows.map(({ day, leaves }) => [day, leaves])).toEqual([9, 8, 7, 5, 4].map((days) => [formatDay(daysAgo(days)), days - 3]));
  // No entry of the log falls between two days.
  for (const [at, { first_seq: first }] of rows.entries()) expect(first).toBe(rows[at - 1]?.end_seq ?? '0');
  expect(await makeDayTrees(installation.db)).toBe(0);
});

it('waits without an authority, and says so', async () => {
  const calendar = await renewalCalendar(installation.db, {}, new Date());
  expect(calendar.waiting).toHaveLength(5);
  expect(endingLines(calendar, { ...settings, hasAuthority: false })[0]).toMatchObject({
    name: '待取时间戳的存证记录',
    tone: 'wait',
    text: '5 天的哈希树已生成，未配置时间戳服务，等待配置',
  });
});

it('asks again later where the authority fails, and tells why', async () => {
  office.authority.behave(async (_query, response) => void response.destroy());
  await expect(office.stamp()).rejects.toMatchObject({ kind: 'unreachable' });
  const calendar = await renewalCalendar(installation.db, {}, new Date());
  expect(calendar.error).toMatch(/^unreachable: /);
  expect(endingLines(calendar, settings)[0]?.text).toBe('5 天的哈希树已生成，时间戳服务暂不可用，正在重试');
});

it('renews the tokens of all days by one, and takes none that renews nothing', async () => {
  office.authority.stayEnding();
  expect(await office.stamp()).toBe(5);
  expect(await office.renew()).toMatchObject({ timestamps: 5 });
  await expect(office.stamp()).rejects.toThrow('still signs with a certificate that ends');
  expect((await renewalCalendar(installation.db, {}, new Date())).waiting).toHaveLength(5);
  expect(
    (
      await installation.pool.query<{ rests: boolean }>(
        "select next_at > now() + interval '20 hours' as rests from record_tree where state = 'waiting'",
      )
    ).rows,
  ).toEqual([{ rests: true }]);
  office.authority.renewCertificate();
  expect(await office.stamp()).toBe(1);
  expect(await office.renew()).toEqual({ timestamps: 0, hashes: 0, unread: 0 });
});

it('renews hashes as soon as the scrub has read a day, and without a file that was lost', async () => {
  const [first] = await office.evidence();
  const lost = await installation.db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
    .innerJoin('log_entry', 'log_entry.pending_id', 'evidence.log_entry')
    .select(['evidence_file.sha256', 'evidence_file.name'])
    .where('content', 'is', null)
    .where('log_entry.seq', '=', first?.seq ?? '')
    .executeTakeFirstOrThrow();
  await installation.pool.query('delete from object_digest');
  expect(await renewDue(installation.db, weakSha256)).toEqual({ timestamps: 0, hashes: 0, unread: 5 });
  const bytes = Buffer.concat(await (await installation.store.open(lost.sha256)).stream.toArray());
  await rm(join(installation.folder, 'sha256', lost.sha256.slice(0, 2), lost.sha256.slice(2, 4), lost.sha256));
  expect(await office.renew(weakSha256)).toEqual({ timestamps: 0, hashes: 5, unread: 0 });
  expect(await office.stamp(weakSha256)).toBe(5);
  const sha512 = (name: string) => (name === lost.name ? fastHash.sha512(bytes) : null);
  expect(await factsOf(first?.seq ?? '', sha512)).toMatchObject({
    state: 'held',
    lost: [lost.name],
    links: [{}, {}, { kind: 'hash', algorithm: 'sha512' }],
  });
  await installation.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
  await office.renew();
  // The file was found again; the record stays as it was made.
  expect(await factsOf(first?.seq ?? '', sha512)).toMatchObject({ state: 'held', lost: [lost.name] });
});

it('is derived again by fsck, which names the first tree that was changed', async () => {
  expect(await checkRecords(installation.db)).toEqual({ days: 5, tokens: 11, broken: null });
  const change = (statement: string) =>
    installation.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  for (const [statement, back, reason] of [
    [
      `update record_tile set nodes = set_byte(nodes, 5, get_byte(nodes, 5) # 1)
        where level = 0 and tree_id = (select min(id) from record_tree)`,
      null,
      'its leaves do not give its root',
    ],
    [
      "update record_tree set token = token || '\\x00' where id = (select max(id) from record_tree)",
      'token',
      'the bytes of its token were changed',
    ],
  ] as const) {
    await change(statement);
    expect((await checkRecords(installation.db)).broken).toMatchObject({ reason });
    await change(
      back === null
        ? statement
        : 'update record_tree set token = substring(token for length(token) - 1) where id = (select max(id) from record_tree)',
    );
  }
  expect((await checkRecords(installation.db)).broken).toBeNull();
});

it('leads today’s evidence into its tree tomorrow', async () => {
  expect(await office.endDay()).toBe(1);
  const last = (await office.evidence()).at(-1);
  expect(await readRecord(installation.db, last?.seq ?? '')).toBeNull();
  await office.stamp();
  const read = parseRecord((await readRecord(installation.db, last?.seq ?? '')) ?? new Uint8Array(0));
  expect(read.ok && read.value.chains.map(({ stamps }) => stamps.length)).toEqual([1]);
});

it.skipIf(bouncyCastle.isMissing)(`has Bouncy Castle accept the records of all days${bouncyCastle.note}`, async () => {
  const cases = [];
  // Without the first day, which was renewed without its file.
  for (const { seq, manifest, files } of (await office.evidence()).slice(1))
    cases.push({ record: (await readRecord(installation.db, seq)) ?? new Uint8Array(0), objects: [manifest, ...files.values()] });
  const answers = await judgeRecords(cases);
  expect(answers.slice(0, -1)).toEqual(cases.slice(0, -1).map(() => 'OK 2 3'));
  expect(answers.at(-1)).toBe('OK 1 1');
});
