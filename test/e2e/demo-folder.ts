import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import type { Database } from '../../src/server/platform/db/database.ts';
import { startServer } from '../installation/servers/running-server.ts';
import { inDatabase } from './platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo, of a closed server. Tests start on copies of it. */
    readonly demoFolder: string;
  }
}

/** Each project loads this module anew, so shared state is on `globalThis`. */
const shared = globalThis as { testDemo?: { users: number; readonly filled: Promise<string> } };

/** Fills one data folder with the demo for the whole run: it takes seconds, which each test file would spend again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const used = (shared.testDemo ??= { users: 0, filled: fillFolder() });
  used.users += 1;
  const folder = await used.filled;
  project.provide('demoFolder', folder);
  return async () => {
    used.users -= 1;
    if (used.users > 0) return;
    delete shared.testDemo;
    await rm(folder, { recursive: true, force: true });
  };
}

async function fillFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-demo-'));
  const server = await startServer({ DATA_DIR: folder });
  try {
    // At once: each also keeps its server from doing all the others meanwhile.
    await inDatabase(folder, (db) => Promise.all([documentsMade(db), picturesRead(db)]));
  } finally {
    await server.stop();
  }
  return folder;
}

/**
 * The documents of the demo's applications are drawn after the start, one every two seconds. Some of them are drawn at once here, and none
 * by the servers of the test files.
 */
async function documentsMade(db: Database): Promise<void> {
  const waiting = db.selectFrom('notarial_document_waiting').select('document_id');
  const some = await waiting.orderBy('next_at').limit(12).execute();
  const ids = some.map(({ document_id: id }) => id);
  await db
    .updateTable('notarial_document_waiting')
    .set(({ ref }) => ({ next_at: sql`case when ${ref('document_id')} in (${sql.join(ids)}) then now() else 'infinity' end` }))
    .execute();
  while (await waiting.where('document_id', 'in', ids).limit(1).executeTakeFirst()) await sleep(200);
}

/**
 * The fingerprints of pictures that wait for a review are computed after the start, a second per submission. Some are computed here; the
 * servers of the test files compute only those of their own submissions.
 */
async function picturesRead(db: Database): Promise<void> {
  const unread = db.selectFrom('submission_reading').select('submission_id').where('read_at', 'is', null).where('attempts', '<', 5);
  const some = await unread.orderBy('submission_id', 'desc').limit(6).execute();
  const ids = some.map(({ submission_id: id }) => id);
  await db
    .updateTable('submission_reading')
    .set({ attempts: 5 })
    .where('read_at', 'is', null)
    .where('submission_id', 'not in', ids)
    .execute();
  while (await unread.where('submission_id', 'in', ids).limit(1).executeTakeFirst()) await sleep(200);
}
