import type { Database } from '../db/database.ts';
import { demoNow } from './clock.ts';

/** What the day is, as far as a term is concerned that began with an event. */
export type Today = (event: Date) => Date;

/**
 * Now; but for what the demo holds time runs on from its own last moment since the hour in which the database was filled. So that what waits in a
 * new demo still has some of its days, whenever it is made; what comes in afterwards runs by the real date.
 */
export async function readToday(db: Database): Promise<Today> {
  const demo = await db.selectFrom('demo_fill').select('filled_at').executeTakeFirst();
  return todayOf(demo?.filled_at ?? null);
}

/** On a machine whose clock was behind the demo's, events cannot be told apart: there time is what it is. */
export function todayOf(filledAt: Date | null, now: () => Date = () => new Date()): Today {
  if (filledAt === null || filledAt <= demoNow) return now;
  return (event) => (event > demoNow ? now() : new Date(now().getTime() - filledAt.getTime() + demoNow.getTime()));
}
