import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeRecords, withoutBouncyCastle } from '../../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../../test/house/app.ts';
import { evidenceMaker } from '../../../../test/house/factories/evidence.ts';
import {
  endDay,
  renewAll,
  stampAll,
  startEndingAuthority,
  weakSha256,
  type EndingAuthority,
} from '../../../../test/house/factories/records.ts';
import { parseManifest } from '../../../domain/evidence/manifest.ts';
import { parseRecord } from '../../../domain/records/evidence-record.ts';
import { recordFactsOf } from '../../../domain/records/record-facts.ts';
import { dayMs, formatDay } from '../../../domain/text/time.ts';
import { readConfig } from '../../runtime/config.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';
import { endingLines } from '../../workbench/calendar-words.ts';
import { checkRecords } from '../audit/record-check.ts';
import { renewalCalendar } from './calendar.ts';
import { makeDayTrees } from './day-trees.ts';
import { renewDue } from './renew.ts';
import { fastHash } from './tree-store.ts';
import { readRecord } from './stored-record.ts';

const house = testApp();
const make = evidenceMaker(house);
let authority: EndingAuthority;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const settings = { hasAuthority: true, officeNoticeDays: 60, now: new Date() };

/** Five days with evidence, and one without. */
beforeAll(async () => {
  authority = await startEndingAuthority();
  await make.open();
  const user = await make.user('personal', 100);
  const signer = await openLogSigner(house.db, readConfig({}));
  for (const days of [9, 8, 7, 5, 4]) {
    for (let count = 0; count < days - 3; count += 1) await make.evidence(user);
    await growLog(house.db, signer, { now: () => daysAgo(days) });
  }
  await make.evidence(user);
  await growLog(house.db, signer);
}, 180_000);
afterAll(() => authority?.stop());

async function places(): Promise<{ seq: string; entry: Buffer; files: Buffer[] }[]> {
  const { rows } = await house.pool.query<{ seq: string; entry: Buffer; files: { sha256: string; content: string | null }[] }>(
    `select l.seq, l.entry, jsonb_agg(jsonb_build_object('sha256', f.sha256, 'content', encode(f.content, 'hex'))) as files
       from evidence e join log_entry l on l.pending_id = e.log_entry join evidence_file f on f.evidence_id = e.id
      group by 1, 2 order by 1`,
  );
  return Promise.all(
    rows.map(async ({ seq, entry, files }) => ({
      seq,
      entry,
      files: await Promise.all(
        files.map(async ({ sha256, content }) =>
          content === null ? Buffer.concat(await (await house.store.open(sha256)).stream.toArray()) : Buffer.from(content, 'hex'),
        ),
      ),
    })),
  );
}

async function factsOf(seq: string, sha512: Parameters<typeof recordFactsOf>[3]) {
  const entry = (await house.db.selectFrom('log_entry').select('entry').where('seq', '=', seq).executeTakeFirstOrThrow()).entry;
  const manifest = parseManifest(entry);
  if (!manifest.ok) throw new Error(manifest.fault);
  return recordFactsOf(await readRecord(house.db, seq), { manifest: manifest.value, bytes: entry }, new Date(), sha512);
}

it('makes one tree for each day that has ended, whoever asks and however often, and none for today', async () => {
  const made = await Promise.all([makeDayTrees(house.db), makeDayTrees(house.db)]);
  expect((made[0] ?? 0) + (made[1] ?? 0)).toBe(5);
  const { rows } = await house.pool.query<{ day: string; leaves: number; first_seq: string; end_seq: string }>(
    'select d.day::text, t.leaves, first_seq, end_seq from record_day d join record_tree t on t.id = d.tree_id order by d.day',
  );
  expect(rows.map(({ day, leaves }) => [day, leaves])).toEqual([9, 8, 7, 5, 4].map((days) => [formatDay(daysAgo(days)), days - 3]));
  // No entry of the log falls between two days.
  for (const [at, { first_seq: first }] of rows.entries()) expect(first).toBe(rows[at - 1]?.end_seq ?? '0');
  expect(await makeDayTrees(house.db)).toBe(0);
});

it('waits without an authority, and says so', async () => {
  const calendar = await renewalCalendar(house.db, {}, new Date());
  expect(calendar.waiting).toHaveLength(5);
  expect(endingLines(calendar, { ...settings, hasAuthority: false })[0]).toMatchObject({
    name: '待取时间戳的存证记录',
    tone: 'wait',
    text: '5 天的哈希树已生成，未配置时间戳服务，等待配置',
  });
});

it('asks again later where the authority fails, and tells why', async () => {
  authority.behave(async (_query, response) => void response.destroy());
  await expect(stampAll(house, authority)).rejects.toMatchObject({ kind: 'unreachable' });
  const calendar = await renewalCalendar(house.db, {}, new Date());
  expect(calendar.error).toMatch(/^unreachable: /);
  expect(endingLines(calendar, settings)[0]?.text).toBe('5 天的哈希树已生成，时间戳服务暂不可用，正在重试');
});

it('renews the tokens of all days by one, and takes none that renews nothing', async () => {
  authority.stayEnding();
  expect(await stampAll(house, authority)).toBe(5);
  expect(await renewAll(house)).toMatchObject({ timestamps: 5 });
  await expect(stampAll(house, authority)).rejects.toThrow('still signs with a certificate that ends');
  expect((await renewalCalendar(house.db, {}, new Date())).waiting).toHaveLength(5);
  expect(
    (
      await house.pool.query<{ rests: boolean }>(
        "select next_at > now() + interval '20 hours' as rests from record_tree where state = 'waiting'",
      )
    ).rows,
  ).toEqual([{ rests: true }]);
  authority.renewCertificate();
  expect(await stampAll(house, authority)).toBe(1);
  expect(await renewAll(house)).toEqual({ timestamps: 0, hashes: 0, unread: 0 });
});

it('renews hashes as soon as the scrub has read a day, and without a file that was lost', async () => {
  const [first] = await places();
  const lost = await house.db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
    .innerJoin('log_entry', 'log_entry.pending_id', 'evidence.log_entry')
    .select(['evidence_file.sha256', 'evidence_file.name'])
    .where('content', 'is', null)
    .where('log_entry.seq', '=', first?.seq ?? '')
    .executeTakeFirstOrThrow();
  await house.pool.query('delete from object_digest');
  expect(await renewDue(house.db, weakSha256)).toEqual({ timestamps: 0, hashes: 0, unread: 5 });
  const bytes = Buffer.concat(await (await house.store.open(lost.sha256)).stream.toArray());
  await rm(join(house.folder, 'sha256', lost.sha256.slice(0, 2), lost.sha256.slice(2, 4), lost.sha256));
  expect(await renewAll(house, weakSha256)).toEqual({ timestamps: 0, hashes: 5, unread: 0 });
  expect(await stampAll(house, authority, weakSha256)).toBe(5);
  const sha512 = (name: string) => (name === lost.name ? fastHash.sha512(bytes) : null);
  expect(await factsOf(first?.seq ?? '', sha512)).toMatchObject({
    state: 'held',
    lost: [lost.name],
    links: [{}, {}, { kind: 'hash', algorithm: 'sha512' }],
  });
  await house.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
  await renewAll(house, {});
  // Found again: the record stays as it was made.
  expect(await factsOf(first?.seq ?? '', sha512)).toMatchObject({ state: 'held', lost: [lost.name] });
});

it('is derived again by fsck, which names the first tree that was changed', async () => {
  expect(await checkRecords(house.db)).toEqual({ days: 5, tokens: 11, broken: null });
  const change = (statement: string) => house.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
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
    expect((await checkRecords(house.db)).broken).toMatchObject({ reason });
    await change(
      back === null
        ? statement
        : 'update record_tree set token = substring(token for length(token) - 1) where id = (select max(id) from record_tree)',
    );
  }
  expect((await checkRecords(house.db)).broken).toBeNull();
});

it('leads today’s evidence into its tree tomorrow', async () => {
  expect(await endDay(house)).toBe(1);
  const last = (await places()).at(-1);
  expect(await readRecord(house.db, last?.seq ?? '')).toBeNull();
  await stampAll(house, authority);
  const read = parseRecord((await readRecord(house.db, last?.seq ?? '')) ?? new Uint8Array(0));
  expect(read.ok && read.value.chains.map(({ stamps }) => stamps.length)).toEqual([1]);
});

it.skipIf(withoutBouncyCastle !== null)(
  `has Bouncy Castle accept the records of all days${withoutBouncyCastle === null ? '' : ` (${withoutBouncyCastle})`}`,
  async () => {
    const cases = [];
    // Not the first, which was renewed without its file.
    for (const { seq, entry, files } of (await places()).slice(1))
      cases.push({ record: (await readRecord(house.db, seq)) ?? new Uint8Array(0), objects: [entry, ...files] });
    const answers = await judgeRecords(cases);
    expect(answers.slice(0, -1)).toEqual(cases.slice(0, -1).map(() => 'OK 2 3'));
    expect(answers.at(-1)).toBe('OK 1 1');
  },
  180_000,
);
