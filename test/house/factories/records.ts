import { dayMs } from '../../../src/domain/text/time.ts';
import type { WeakSince } from '../../../src/domain/records/digest-algorithms.ts';
import { makeDayTrees } from '../../../src/server/custody/records/day-trees.ts';
import { renewDue, type RenewalTurn } from '../../../src/server/custody/records/renew.ts';
import { stampTrees } from '../../../src/server/custody/records/stamp-trees.ts';
import { scrubDue } from '../../../src/server/custody/objects/scrub.ts';
import type { testApp } from '../app.ts';
import { startDatedAuthority } from '../servers/ended-authority.ts';
import { startAuthority } from '../servers/timestamp-authority.ts';

type TestApp = ReturnType<typeof testApp>;

/** An authority whose certificate ends in a month, until it gets one that lasts ten years. */
export async function startEndingAuthority() {
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
    /** Answers again, by the certificate that ends. */
    stayEnding: () => server.behave(ending.behaviour),
    /** From now on its certificate lasts. */
    renewCertificate: () => server.behave(lasting.behaviour),
    stop: async () => {
      await server.stop();
      await ending.stop();
      await lasting.stop();
    },
  };
}
export type EndingAuthority = Awaited<ReturnType<typeof startEndingAuthority>>;

/** Makes the trees of all days up to today, as tomorrow does. */
export async function endDay(house: TestApp): Promise<number> {
  return makeDayTrees(house.db, undefined, new Date(Date.now() + dayMs));
}

/** Gets all tokens that are waited for, whatever the line rests for. */
export async function stampAll(house: TestApp, { authority }: EndingAuthority, weakSince: WeakSince = {}): Promise<number> {
  await house.pool.query("update record_line set next_at = now(); update record_tree set next_at = now() where state = 'waiting'");
  return stampTrees(house.db, authority, weakSince);
}

/** SHA-256 as if it were listed as weak, from now on. */
export const weakSha256: WeakSince = { sha256: new Date(0) };

/** Reads every stored object, and makes the trees of what is due. */
export async function renewAll(house: TestApp, weakSince: WeakSince = {}): Promise<RenewalTurn> {
  await house.pool.query('update stored_object set due_at = now()');
  const scrub = { db: house.db, store: house.store, alarm: () => undefined, bytesPerSecond: 1e9, cycleDays: 30 };
  await scrubDue(scrub, new AbortController().signal);
  return renewDue(house.db, weakSince);
}
