import { beforeAll, describe, expect, it } from 'vitest';
import { bouncyCastle, judgeRecords } from '../../../../test/custody/bouncy-castle.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { grow, webEvidence } from '../../../../test/installation/factories/package.ts';
import { recordOffice, weakSha256, type RecordedEvidence } from '../../../../test/installation/factories/records.ts';
import { parseManifest } from '../../../domain/proof/evidence/manifest.ts';
import { encodeRecord, parseRecord } from '../../../domain/proof/records/evidence-record.ts';
import { manifestObjects, whyBroken } from '../../../domain/proof/records/record-facts.ts';
import { verifyRecord } from '../../../domain/proof/records/verify-record.ts';
import { renewalCalendar } from './calendar.ts';
import { fastHash } from './tree-store.ts';
import { readRecord } from './stored-record.ts';

const installation = testApp();
const office = recordOffice(installation);
const { make } = office;
let evidence: readonly RecordedEvidence[] = [];
const records: { day: Uint8Array[]; stamped: Uint8Array[]; hashed: Uint8Array[] } = { day: [], stamped: [], hashed: [] };

/** Seven evidences of one day, and their records: of the day, with a renewed timestamp, and with a renewed hash. */
beforeAll(async () => {
  for (let at = 0; at < 7; at += 1) await (at % 3 === 0 ? webEvidence(installation, office.owner) : make.evidence(office.owner));
  await grow(installation);
  expect(await office.endDay()).toBe(1);
  expect(await office.endDay()).toBe(0);
  evidence = await office.evidence();
  expect(await readRecord(installation.db, evidence[0]?.seq ?? '')).toBeNull(); // waits for its token
  expect(await office.stamp()).toBe(1);
  records.day = await readAll();
  office.authority.renewCertificate();
  expect(await office.renew()).toEqual({ timestamps: 1, hashes: 0, unread: 0 });
  expect(await readAll()).toEqual(records.day); // until the new token is there
  expect(await office.stamp()).toBe(1);
  expect(await office.renew()).toEqual({ timestamps: 0, hashes: 0, unread: 0 });
  records.stamped = await readAll();
  expect(await office.renew(weakSha256)).toEqual({ timestamps: 0, hashes: 1, unread: 0 });
  expect(await office.stamp(weakSha256)).toBe(1);
  records.hashed = await readAll();
});

async function readAll(): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const { seq } of evidence) found.push((await readRecord(installation.db, seq)) ?? new Uint8Array(0));
  return found;
}

/** Result of the domain's own verification. */
function judged(record: Uint8Array, { manifest, files }: RecordedEvidence) {
  const [read, parsed] = [parseRecord(record), parseManifest(manifest)];
  if (!read.ok || !parsed.ok) throw new Error('unreadable');
  return verifyRecord(
    read.value,
    manifestObjects(parsed.value, manifest, (name) => fastHash.sha512(files.get(name) ?? Buffer.alloc(0))),
  );
}

describe('a record of the day', () => {
  it('covers the manifest and every file that it names, and nothing else', () => {
    for (const [at, one] of evidence.entries()) {
      const report = judged(records.day[at] ?? new Uint8Array(0), one);
      expect(whyBroken(report)).toBeNull();
      expect(report.links.map(({ kind, algorithm }) => [kind, algorithm])).toEqual([['day', 'sha256']]);
      expect(report.coverage.map(({ name }) => name)).toEqual(['manifest.json', ...[...one.files.keys()].toSorted()]);
    }
  });

  it('takes its token, 200 bytes with one file, 34 for each further one, and 40 a level at most', () => {
    for (const [at, record] of records.day.entries()) {
      const read = parseRecord(record);
      if (!read.ok) throw new Error(read.fault);
      const [stamp] = read.value.chains[0]?.stamps ?? [];
      const levels = (stamp?.tree?.length ?? 0) - 1;
      const further = (evidence[at]?.files.size ?? 0) - 2; // the original and its details
      expect(record.length - (stamp?.token.length ?? 0)).toBeLessThanOrEqual(200 + 34 * further + 40 * levels);
      expect(Buffer.compare(encodeRecord(read.value.chains.map(({ stamps }) => stamps)), record)).toBe(0);
    }
  });

  it('does not cover the files of another, nor a changed one', () => {
    const [first, second] = evidence;
    if (!first || !second) throw new Error('no evidence');
    expect(whyBroken(judged(records.day[0] ?? new Uint8Array(0), second))).toBe('没有涵盖 manifest.json');
    const changed = { ...first, manifest: Buffer.from(first.manifest.toString().replace('"sizeBytes":', '"sizeBytes":1')) };
    expect(whyBroken(judged(records.day[0] ?? new Uint8Array(0), changed))).toBe('没有涵盖 manifest.json');
  });
});

describe('a renewed record', () => {
  it('holds the token before, and after it all chains before, by SHA-512', () => {
    for (const [at, one] of evidence.entries()) {
      for (const [record, links] of [
        [records.stamped[at], ['day sha256', 'timestamp sha256']],
        [records.hashed[at], ['day sha256', 'timestamp sha256', 'hash sha512']],
      ] as const) {
        const report = judged(record ?? new Uint8Array(0), one);
        expect(whyBroken(report)).toBeNull();
        expect(report.links.map(({ kind, algorithm }) => `${kind} ${algorithm}`)).toEqual(links);
        expect(report.coverage.every(({ chains }) => chains.every((state) => state === 'covered'))).toBe(true);
      }
    }
  });

  it('no longer ends with the certificate of the first token', async () => {
    const { ends, due, waiting } = await renewalCalendar(installation.db, {}, new Date());
    expect(ends).toMatchObject([{ days: 1, evidence: 7 }]);
    expect((ends[0]?.endsAt.getTime() ?? 0) > Date.now() + 3000 * 86_400_000).toBe(true);
    expect({ due, waiting }).toEqual({ due: [], waiting: [] });
  });

  it('names the link whose token, order or hash does not hold', () => {
    const [one, record] = [evidence[0], parseRecord(records.hashed[0] ?? new Uint8Array(0))];
    if (!one || !record.ok) throw new Error('no record');
    const [chain = [], second = []] = record.value.chains.map(({ stamps }) => stamps);
    const [day, renewed, hashed] = [chain[0], chain[1], second[0]];
    if (!day || !renewed || !hashed) throw new Error('no links');
    const why = (chains: Parameters<typeof encodeRecord>[0]) => whyBroken(judged(encodeRecord(chains), one));
    expect(why([[day, renewed], [hashed]])).toBeNull();
    expect(why([[renewed, day], [hashed]])).not.toBeNull();
    expect(why([[day], [hashed]])).toBe('续期没有涵盖 manifest.json');
    expect(why([[day, { ...renewed, tree: day.tree }]])).toBe('第 2 环没有涵盖前一环的时间戳');
    expect(why([[day, { ...renewed, token: day.token }]])).toBe('第 2 环没有涵盖前一环的时间戳');
    expect(why([[{ ...day, token: renewed.token }, renewed], [hashed]])).not.toBeNull();
    expect(why([[day, renewed], [{ ...hashed, token: renewed.token }]])).toBe('第 3 环摘要算法与所在的链不同');
  });
});

describe('Bouncy Castle', () => {
  const cases = (of: readonly Uint8Array[]) =>
    evidence.map(({ manifest, files }, at) => ({ record: of[at] ?? new Uint8Array(0), objects: [manifest, ...files.values()] }));

  it.skipIf(bouncyCastle.isMissing)(`accepts all of them, and refuses a forged one${bouncyCastle.note}`, async () => {
    const [good] = cases(records.hashed);
    const [day] = cases(records.day);
    const other = evidence[1];
    if (!good || !day || !other) throw new Error('no records');
    const flipped = Buffer.from(good.record);
    flipped[flipped.length - 40] = (flipped.at(-40) ?? 0) ^ 1;
    const forged = [
      { ...good, objects: [other.manifest, ...good.objects.slice(1)] },
      { ...good, objects: [...good.objects.slice(0, -1), Buffer.from('forged')] },
      { ...day, objects: [...day.objects, Buffer.from('added')] },
      { ...day, objects: day.objects.slice(0, -1) },
      { ...good, record: flipped },
      { ...good, record: good.record.subarray(0, good.record.length - 3) },
    ];
    const answers = await judgeRecords([...cases(records.day), ...cases(records.stamped), ...cases(records.hashed), ...forged]);
    const expected = (answer: string) => evidence.map(() => answer);
    expect(answers.slice(0, -forged.length)).toEqual([...expected('OK 1 1'), ...expected('OK 1 2'), ...expected('OK 2 3')]);
    expect(answers.slice(-forged.length).map((answer) => answer.split(' ')[0])).toEqual(forged.map(() => 'REFUSED'));
  });
});

describe('GET /open/v1/records/{baoquan}', () => {
  const ask = (number: string) => installation.app.inject({ url: `/open/v1/records/${number}` });

  it('gives the newest record to anybody, and nothing else', async () => {
    const answer = await ask(evidence[0]?.number.toLowerCase() ?? '');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(Buffer.compare(answer.rawPayload, records.hashed[0] ?? new Uint8Array(0))).toBe(0);
  });

  it('tells unknown numbers from evidence that has no record yet', async () => {
    expect((await ask('0'.repeat(32))).statusCode).toBe(404);
    expect((await ask("x'%20or%201=1")).statusCode).toBe(404);
    const number = await make.evidence(await make.user('personal'));
    const answer = await ask(number);
    expect([answer.statusCode, answer.json()]).toEqual([202, { state: 'pending' }]);
    await grow(installation);
    expect((await ask(number)).statusCode).toBe(202);
  });
});

it('keeps trees and their tokens in tables that nobody changes', async () => {
  for (const statement of [
    "update record_tree set token = ''",
    'delete from record_tree',
    'truncate record_tree cascade',
    "update record_tile set nodes = '1'",
    'delete from record_day',
    'update record_renewal set position = 1',
  ])
    await expect(installation.pool.query(statement)).rejects.toThrow(/append-only|refuse/);
});
