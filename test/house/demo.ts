import type { Database } from '../../src/server/db/database.ts';

/** A Tuesday, late in the afternoon. */
export const demoMadeAt = new Date('2026-11-24T17:40:00+08:00');

/** Drawing thousands of pictures takes minutes on a machine that is busy with much else. */
export const demoPatienceMs = 400_000;

/** Takes the tests' own operators away: the demo is for a database without any. */
export async function roomForDemo(db: Database): Promise<void> {
  await db.deleteFrom('account').execute();
  await db.deleteFrom('role').where('id', '!=', '1').execute();
}
