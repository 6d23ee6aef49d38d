import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { dayMs, startOfDay } from '../../../src/domain/kit/text/time.ts';
import type { WeakSince } from '../../../src/domain/proof/records/digest-algorithms.ts';
import { makeDayTrees } from '../../../src/server/custody/records/day-trees.ts';
import { renewDue, type RenewalTurn } from '../../../src/server/custody/records/renew.ts';
import { stampTrees } from '../../../src/server/custody/records/stamp-trees.ts';
import { scrubDue } from '../../../src/server/custody/objects/scrub.ts';
import type { testApp } from '../app.ts';
import { startDatedAuthority } from '../servers/ended-authority.ts';
import { startAuthority } from '../servers/timestamp-authority.ts';
import { evidenceMaker } from './evidence.ts';

type TestApp = ReturnType<typeof testApp>;

/** An authority whose certificate expires in a month, until it gets one that is valid for ten years. */
export async function startEndingAuthority() {
  await untilDayLasts(60_000);
  const now = () => new Date(Math.floor(Date.now() / 1000) * 1000);
  const spelt = (days: number) => `${new Date(Date.now() + days * dayMs).toISOString().replaceAll(/[-T:]/g, '').slice(0, 14)}Z`;
  const [ending, lasting] = [
    await startDatedAuthority({ from: spelt(-300), until: spelt(30) }, now),
    await startDatedAuthority({ from: spelt(-10), until: spelt(3650) }, now),
  ];
  const server = await startAuthority();
  server.behave(ending.behaviour);
  const rootsPem = ending.rootsPem + lasting.rootsPem;
  return {
    authority: { url: server.url, rootsPem },
    rootsPem,
    behave: server.behave,
    /** Answers again with the expiring certificate. */
    stayEnding: () => server.behave(ending.behaviour),
    /** From now on its certificate is valid for ten years. */
    renewCertificate: () => server.behave(lasting.behaviour),
    stop: async () => {
      await server.stop();
      await ending.stop();
      await lasting.stop();
    },
  };
}
export type EndingAuthority = Awaited<ReturnType<typeof startEndingAuthority>>;

/** Waits for the next day if this one, in Shanghai, ends within that time: these tests count the days with evidence. */
async function untilDayLasts(ms: number): Promise<void> {
  const left = startOfDay(new Date()).getTime() + dayMs - Date.now();
  if (left < ms) await setTimeout(left);
}

/** Builds the trees of all days up to today, as the job does on a later day. A day is closed a minute after its end. */
export async function endDay(installation: TestApp): Promise<number> {
  return makeDayTrees(installation.db, undefined, new Date(Date.now() + 2 * dayMs));
}

/** Gets all awaited tokens, ignoring the pauses of the queue. */
export async function stampAll(installation: TestApp, { authority }: EndingAuthority, weakSince: WeakSince = {}): Promise<number> {
  await installation.pool.query("update record_line set next_at = now(); update record_tree set next_at = now() where state = 'waiting'");
  return stampTrees(installation.db, authority, weakSince);
}

/** SHA-256 as if it were listed as weak from now on. */
export const weakSha256: WeakSince = { sha256: new Date(0) };

/** Reads every stored object, and builds all due trees. */
export async function renewAll(installation: TestApp, weakSince: WeakSince = {}): Promise<RenewalTurn> {
  await installation.pool.query('update stored_object set due_at = now()');
  const scrub = { db: installation.db, store: installation.store, alarm: () => undefined, bytesPerSecond: 1e9, cycleDays: 30 };
  await scrubDue(scrub, new AbortController().signal);
  return renewDue(installation.db, weakSince);
}

/** Evidence with the data that its record covers. */
export interface RecordedEvidence {
  readonly number: string;
  /** Its position in the log. */
  readonly seq: string;
  readonly manifest: Buffer;
  /** The files that the manifest names, by name. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** An office with evidence of one owner, and an authority whose certificate expires; makes its records step by step. */
export function recordOffice(installation: TestApp) {
  const make = evidenceMaker(installation);
  const office = {} as { authority: EndingAuthority; owner: string };
  beforeAll(async () => {
    office.authority = await startEndingAuthority();
    await make.open();
    office.owner = await make.user('personal', 100);
  });
  afterAll(() => office.authority?.stop());
  return Object.assign(office, {
    make,
    endDay: () => endDay(installation),
    stamp: (weakSince?: WeakSince) => stampAll(installation, office.authority, weakSince),
    renew: (weakSince?: WeakSince) => renewAll(installation, weakSince),
    evidence: () => readEvidence(installation),
  });
}

/** All evidence in the log, in order. */
async function readEvidence(installation: TestApp): Promise<RecordedEvidence[]> {
  const { rows } = await installation.pool.query<{ number: string; seq: string; entry: Buffer; id: string }>(
    'select e.id, e.number, l.seq, l.entry from evidence e join log_entry l on l.pending_id = e.log_entry order by l.seq',
  );
  const found: RecordedEvidence[] = [];
  for (const { id, number, seq, entry } of rows) {
    const files = await installation.db
      .selectFrom('evidence_file')
      .select(['name', 'sha256', 'content'])
      .where('evidence_id', '=', id)
      .execute();
    const contents = new Map<string, Buffer>();
    for (const { name, sha256, content } of files)
      contents.set(name, Buffer.from(content ?? Buffer.concat(await (await installation.store.open(sha256)).stream.toArray())));
    found.push({ number, seq, manifest: entry, files: contents });
  }
  return found;
}
