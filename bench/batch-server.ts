import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/platform/runtime/config.ts';
import { storeEvidence, newEvidenceNumber } from '../src/server/custody/evidence/store-evidence.ts';
import { openDatabase, type Database } from '../src/server/platform/db/database.ts';
import { createTokens } from '../src/server/access/session/token.ts';
import { urlOf } from '../src/server/publishing/sharing/share-address.ts';
import { createLocalStore } from '../src/server/platform/storage/local.ts';
import { localStagingAreas } from '../src/server/platform/storage/staging-areas.ts';
import type { ObjectStore } from '../src/server/platform/storage/store.ts';

/** Started by batch.ts: stores the given files and serves the real app. */
process.on('message', (message: Start | 'memory') => {
  if (message === 'memory') process.send?.(process.memoryUsage.rss());
  else void serve(message).then((ready) => process.send?.(ready));
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

export interface Start {
  readonly address: PoolConfig;
  readonly folder: string;
  readonly files: number;
  readonly fileBytes: number;
}
export interface Ready {
  readonly address: string;
  readonly token: string;
  readonly numbers: readonly string[];
  /** Paths of the files, in the order of the numbers. */
  readonly paths: readonly string[];
  /** The path of the first file's share address. */
  readonly shared: string;
}

async function serve({ address, folder, files, fileBytes }: Start): Promise<Ready> {
  const { db, pool } = openDatabase(address);
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0' });
  const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
  const objects = join(folder, 'objects');
  const store = await createLocalStore(objects);
  const kept: { number: string; sha256: string }[] = [];
  for (let at = 0; at < files; at += 1) kept.push(await keep(db, store, fileBytes));
  const app = await buildApp({ config, db, pool, store, stages: localStagingAreas(join(folder, 'uploads')), secrets });
  const { token, hash } = createTokens(secrets.token).issue();
  await pool.query(
    "insert into account (username, password_hash, realname, mobile, role_id) values ('bench', '', 'bench', '', 1) on conflict do nothing",
  );
  await pool.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, ip)
       select $1, id, now(), now(), '' from account where username = 'bench'`,
    [hash],
  );
  return {
    shared: (await urlOf(db, kept[0]?.number ?? '', '')) ?? '',
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    token,
    numbers: kept.map(({ number }) => number),
    paths: kept.map(({ sha256 }) => join(objects, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256)),
  };
}

async function keep(db: Database, store: ObjectStore, fileBytes: number): Promise<{ number: string; sha256: string }> {
  const piece = randomBytes(1_000_000);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield randomBytes(16);
    for (let left = fileBytes - 16; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
  }
  const object = await store.put(bytes(), { maxBytes: fileBytes });
  const number = newEvidenceNumber();
  const owner = await db.selectFrom('users').select(['id', 'name', 'type']).limit(1).executeTakeFirstOrThrow();
  const file = { name: 'original-1.mp4', role: 'original' as const, ...object, sm3: '0'.repeat(64), mediaType: 'video/mp4' };
  await db.transaction().execute((tx) =>
    storeEvidence(
      tx,
      {
        number,
        owner,
        ownerSecret: randomBytes(32),
        title: `录制 ${number.slice(0, 6)}`,
        kind: 'process',
        fileName: '录制.mp4',
        address: '',
        startAt: null,
        endAt: null,
        device: null,
        files: [file],
      },
      { kind: 'system', id: '', name: 'bench', ip: '' },
    ),
  );
  return { number, sha256: object.sha256 };
}
