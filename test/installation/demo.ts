import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { locks } from '../../src/server/platform/db/locks.ts';
import { createLocalStore } from '../../src/server/platform/storage/local.ts';
import type { StoredPictures } from '../../src/demo/pictures/pictures.ts';
import { seedDemo } from '../../src/demo/seed.ts';

/** A Tuesday, late in the afternoon. */
export const demoMadeAt = new Date('2026-11-24T17:40:00+08:00');

/** Drawing thousands of pictures takes minutes on a busy machine. */
export const demoPatienceMs = 400_000;

/** Removes the tests' own operators, because the demo needs a database without any. */
export async function roomForDemo(db: Database): Promise<void> {
  await db.deleteFrom('account').execute();
  await db.deleteFrom('role').where('id', '!=', '1').execute();
}

/** The folder with the files of the shared demo. */
export const demoObjects = (): string => join(inject('cluster').folder, 'demo-objects');

/** The file that lists the pictures of the shared demo and their locations. */
const drawnIn = (): string => join(inject('cluster').folder, 'demo-pictures.json');

/** The pictures of the shared demo, which another demo of the same people can use too: drawing them takes longer than creating all rows. */
export async function drawnPictures(): Promise<StoredPictures> {
  await demoTemplate();
  const drawn = JSON.parse(await readFile(drawnIn(), 'utf8')) as [string, Awaited<DrawnPicture>][];
  return new Map(drawn.map(([shows, stored]) => [shows, Promise.resolve(stored)]));
}
type DrawnPicture = StoredPictures extends Map<string, infer Stored> ? Stored : never;

/** A database with the demo of `demoMadeAt`, as a template: made once per run, by the file that asks first, while others wait. */
export async function demoTemplate(): Promise<string> {
  const { host, port, user } = inject('cluster');
  const { pool } = openDatabase({ host, port, user, database: 'postgres' }, 1, 'alone');
  const admin = await pool.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [locks.demo]);
    const { rows } = await admin.query("select from pg_database where datname = 'demo'");
    if (rows.length > 0) return 'demo';
    // From a failed attempt.
    await admin.query('drop database if exists demo_begun with (force)');
    await admin.query('create database demo_begun template installation strategy file_copy');
    const { db } = openDatabase({ host, port, user, database: 'demo_begun' }, 4);
    try {
      await roomForDemo(db);
      const drawn: StoredPictures = new Map();
      await seedDemo(db, await createLocalStore(demoObjects()), () => undefined, demoMadeAt, drawn);
      const entries = await Promise.all([...drawn].map(async ([shows, stored]) => [shows, await stored] as const));
      await writeFile(drawnIn(), JSON.stringify(entries));
    } finally {
      await db.destroy();
    }
    await admin.query('alter database demo_begun rename to demo');
    return 'demo';
  } finally {
    admin.release();
    await pool.end();
  }
}
