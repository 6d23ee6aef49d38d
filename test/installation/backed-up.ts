import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { backup } from '../../src/cli/backup/backup.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { emit } from '../../src/server/desk/events/emit.ts';
import { placeAll } from '../../src/server/desk/events/sequencer.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { extendTrailChain } from '../../src/server/desk/trail/chain.ts';
import { testApp } from './app.ts';
import { applicationMaker } from './factories/applications.ts';

export const certificate = Buffer.from('a certificate');

/** An office with a row of every kind in most tables, and a backup of it. */
export function backedUp() {
  const installation = testApp();
  const make = applicationMaker(installation);
  const places = {} as {
    /** For files that the tests write. */
    folder: string;
    dataDir: string;
    /** The first backup; tests that damage a backup work on copies. */
    whole: string;
    /** The content of each table at that time. */
    before: Map<string, string>;
  };
  const makeBackup = (into: string, data = places.dataDir) =>
    backup.run({ ...installation, args: [into], config: readConfig({ DATA_DIR: data }) });

  beforeAll(async () => {
    places.folder = await mkdtemp(join(tmpdir(), 'notary-backup-'));
    places.dataDir = join(places.folder, 'data');
    await mkdir(places.dataDir);
    await symlink(installation.folder, join(places.dataDir, 'objects'));
    await make.open();
    await installation.db
      .insertInto('secret')
      .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
      .execute();
    const { userId } = await make.paid('enterprise', 2);
    expect((await make.transfer(await make.apply())).status).toBe(200);
    await addOddRows(installation, userId);
    await growLog(installation.db, await openLogSigner(installation.db, readConfig({})));
    while ((await extendTrailChain(installation.db)) > 0);
    expect(await placeAll(installation.db)).toBeGreaterThan(5);
    await installation.db.transaction().execute((tx) => emit(tx, { type: 'webhook.test', data: { user_id: null, webhook_id: 'waits' } }));
    await installation.app.close(); // writes its remaining call records
    places.before = await digests(installation.pool);
    places.whole = join(places.folder, 'whole');
    await makeBackup(places.whole);
  });
  afterAll(() => rm(places.folder, { recursive: true, force: true }));

  return Object.assign(places, { installation, makeBackup });
}

/** Values that COPY has to escape, and a certificate. */
async function addOddRows(installation: ReturnType<typeof testApp>, user_id: string): Promise<void> {
  const content = 'tab\there, line\nfeed, return\r, back\\slash, \\N, \\., 𠮷, ""';
  await installation.db
    .insertInto('feedback')
    .values({ user_id, user_type: 'enterprise', kind: 'software', content, version: '', model: '', system: '' })
    .execute();
  const { sha256, sizeBytes } = await installation.store.put(Readable.from([certificate]), { maxBytes: 1000 });
  const { id } = await installation.db.selectFrom('evidence').select('id').executeTakeFirstOrThrow();
  await installation.db
    .insertInto('certificate')
    .values({ evidence_id: id, content_sha256: sha256, sha256, size_bytes: String(sizeBytes), level: 'B-B', issued_at: new Date() })
    .execute();
}

/** Digests of every table, including generated columns. */
export async function digests(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const found = new Map<string, string>();
  for (const { name } of rows) {
    const digest = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as digest from "${name}" t`,
    );
    found.set(name, digest.rows[0]?.digest ?? '');
  }
  return found;
}
