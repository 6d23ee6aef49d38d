import { sql } from 'kysely';
import { join } from 'node:path';
import { scrubDue } from '../../src/server/custody/objects/scrub.ts';
import type { Pace } from '../../src/server/custody/objects/scrub-pace.ts';
import type { ObjectState } from '../../src/server/platform/db/tables.ts';
import type { ObjectStore } from '../../src/server/platform/storage/store.ts';
import type { testApp } from './app.ts';
import { aFile, sha256Of, type evidenceMaker } from './factories/evidence.ts';

/** A pace without rate limit. */
export const free: Pace = async () => undefined;
const going = new AbortController().signal;

/** The scrub of an installation, round by round, and its results. */
export function scrubber(installation: ReturnType<typeof testApp>, make: ReturnType<typeof evidenceMaker>) {
  let user: string | undefined;
  /** One round. @returns its log lines. */
  const scrub = async (store: ObjectStore = installation.store, pace = free, stopping = going): Promise<string[]> => {
    const alarms: string[] = [];
    await scrubDue(
      { db: installation.db, store, alarm: (line) => alarms.push(line), bytesPerSecond: 1_000_000, cycleDays: 30 },
      stopping,
      pace,
    );
    return alarms;
  };
  return {
    scrub,
    due: (...hashes: string[]) =>
      installation.db.updateTable('stored_object').set({ due_at: sql<Date>`now()` }).where('sha256', 'in', hashes).execute(),
    stateOf: async (sha256: string): Promise<ObjectState | undefined> =>
      (await installation.db.selectFrom('stored_object').select('state').where('sha256', '=', sha256).executeTakeFirst())?.state,
    fileStatusOf: async (number: string) =>
      (await installation.db.selectFrom('evidence').select('file_status').where('number', '=', number).executeTakeFirstOrThrow())
        .file_status,
    pathOf: (sha256: string) => join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256),
    /** A new evidence whose file is unique, checked once. */
    async kept(): Promise<{ number: string; sha256: string; bytes: Buffer }> {
      const file = aFile();
      const number = await make.evidence((user ??= await make.user('personal', 100)), {}, file);
      await scrub();
      return { number, sha256: sha256Of(file.bytes), bytes: file.bytes };
    },
  };
}
