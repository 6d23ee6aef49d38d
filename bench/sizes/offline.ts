import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { dumpTables } from '../../src/cli/backup/dump-tables.ts';
import { appendEntries } from '../../src/server/custody/log/append.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { scrubDue } from '../../src/server/custody/objects/scrub.ts';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { openStore } from '../../src/server/platform/installation/storage-url.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';

/** An installation whose servers are stopped, for the work that a server does by itself. */
export interface Offline {
  readonly db: Database;
  readonly pool: Pool;
  readonly folder: string;
  stop(): Promise<void>;
}

const entries = 10_000;
const objects = 1000;

export async function openOffline(folder: string): Promise<Offline> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const { db, pool } = openDatabase(postgres.address, 4);
  const stop = async (): Promise<void> => {
    await db.destroy();
    await postgres.stop();
  };
  return { db, pool, folder, stop };
}

/** @returns the milliseconds in which the sequencer moves an entry into the log. */
export async function sequencerMs({ db }: Offline): Promise<number> {
  const signer = await openLogSigner(db, readConfig({}));
  await growLog(db, signer);
  await db.transaction().execute((tx) =>
    appendEntries(
      tx,
      Array.from({ length: entries }, () => randomBytes(300)),
    ),
  );
  const began = performance.now();
  const grown = await growLog(db, signer);
  return (performance.now() - began) / grown;
}

/** @returns the milliseconds in which the scrub reads an object of 4 KB and notes what it found. */
export async function scrubMs({ db, pool, folder }: Offline): Promise<number> {
  const store = await openStore(undefined, join(folder, 'objects'));
  const shas: string[] = [];
  for (let at = 0; at < objects; at += 1) {
    const { sha256 } = await store.put(Readable.from([randomBytes(4096)]), { maxBytes: 4096 });
    shas.push(sha256);
  }
  await pool.query(`insert into stored_object (sha256, size_bytes) select unnest($1::text[]), 4096`, [shas]);
  const began = performance.now();
  const scrub = { db, store, alarm: (line: string) => console.log(line), bytesPerSecond: 1e12, cycleDays: 30 };
  const checked = await scrubDue(scrub, new AbortController().signal);
  if (checked < objects) throw new Error(`the scrub checked ${checked} objects of ${objects}`);
  return (performance.now() - began) / checked;
}

/** @returns the milliseconds in which a backup writes a thousand rows, of all tables. */
export async function dumpMs({ pool, folder }: Offline): Promise<number> {
  const file = join(folder, 'dumped');
  const began = performance.now();
  const { tables } = await dumpTables(pool, async (_table, text) => {
    await pipeline(text, createWriteStream(file));
    return '';
  });
  await rm(file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return ((performance.now() - began) / rows) * 1000;
}
