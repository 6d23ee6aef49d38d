import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fsck } from '../../src/cli/check/fsck.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { testApp } from '../installation/app.ts';
import { seedAccounts } from '../installation/factories/accounts.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../installation/factories/evidence.ts';
import { startForwarder, type Forwarder } from '../installation/servers/forwarder.ts';
import { startStandby, startSystemPostgres, type SystemPostgres } from '../installation/servers/postgres/system-postgres.ts';
import { tool } from '../installation/tool.ts';

const postgres = tool('PostgreSQL');
const settings = { fsync: 'off', max_connections: 60 };

describe.skipIf(postgres.isMissing)(`the database fails over to its standby${postgres.note}`, () => {
  let folder: string;
  let primary: SystemPostgres;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let forwarder: Forwarder;
  const database = {} as ReturnType<typeof openDatabase>;
  const fallen: unknown[] = [];
  const note = (error: unknown): void => void fallen.push(error);

  beforeAll(async () => {
    process.on('uncaughtException', note);
    folder = await mkdtemp(join(tmpdir(), 'notary-failover-'));
    primary = await startSystemPostgres(folder, settings);
    forwarder = await startForwarder(primary.address);
    const { host: _host, ...place } = primary.address;
    Object.assign(database, openDatabase({ ...place, host: '127.0.0.1', port: forwarder.port }, 12));
    await migrate(database.pool);
    await seedAccounts(database.db);
    standby = await startStandby(folder, primary, 'standby', settings);
    await waitForStandby(database.db);
  });
  const installation = testApp({}, database);
  const make = evidenceMaker(installation);
  afterAll(async () => {
    process.off('uncaughtException', note);
    await database.db?.destroy();
    await forwarder?.stop();
    await primary?.stop();
    await standby?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('loses nothing that was acknowledged, and the server answers again by itself', async () => {
    await make.open();
    await database.db
      .insertInto('secret')
      .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
      .execute();
    const users = await Promise.all(['某', '另'].map((name) => make.user('enterprise', 100_000, name)));
    const giver = await installation.signIn('reviewer@example.com');
    const { mobile } = await database.db.selectFrom('users').select('mobile').where('id', '=', String(users[0])).executeTakeFirstOrThrow();
    const load = {
      isOver: false,
      /** Hashes of evidence, by number. */
      files: new Map<string, string>(),
      gifts: 0,
      /** Roots of checkpoints, by size. */
      heads: new Map<string, string>(),
      refused: new Set<string>(),
    };
    const again = async (isDone: () => Promise<boolean>): Promise<void> => {
      while (!(await isDone().catch((error: unknown) => !load.refused.add(String(error))))) await sleep(20);
    };
    /** As the calls demand: an unacknowledged call is sent again. */
    const intake = async (user_id: string): Promise<void> => {
      while (!load.isOver) {
        const [file, unique_id] = [aFile(), uid()];
        await again(async () => {
          const { status, body } = await make.send({ user_id, unique_id }, file);
          if (status !== 200) return !load.refused.add(String(status));
          load.files.set(String(body['baoquan']), sha256Of(file.bytes));
          return true;
        });
      }
    };
    const gifts = async (): Promise<void> => {
      while (!load.isOver) {
        const gift = { mobile, type: 2, pointsType: 3, points: 7, explain: '测试', requestId: uid() };
        await again(async () => (await giver.post('/api/ajax/user/updatePoints', gift)).code === 200);
        load.gifts += 1;
      }
    };
    const signer = await openLogSigner(database.db, readConfig({}));
    const growing = async (): Promise<void> => {
      while (!load.isOver) {
        await again(async () => {
          await growLog(database.db, signer);
          for (const { size, root } of await heads(database.db)) load.heads.set(size, root);
          return true;
        });
      }
    };
    const loads = [...users, ...users].map(intake).concat(gifts(), growing());

    const acknowledged = (): number => load.files.size;
    await expect.poll(acknowledged).toBeGreaterThan(40);
    await primary.kill();
    const before = { files: acknowledged(), heads: load.heads.size };
    standby.promote();
    forwarder.moveTo(standby.address);
    await expect.poll(acknowledged).toBeGreaterThan(before.files + 40);
    await expect.poll(() => load.heads.size).toBeGreaterThan(before.heads + 3);
    load.isOver = true;
    await Promise.all(loads);

    // The server was called meanwhile, and every refusal said that the call must be sent again.
    expect([...load.refused].filter((reason) => !/^503$|connect|terminat|ECONNRE/i.test(reason))).toEqual([]);
    const kept = await database.db
      .selectFrom('evidence')
      .innerJoin('evidence_file', 'evidence_file.evidence_id', 'evidence.id')
      .select(['number', 'sha256'])
      .where('role', '=', 'original')
      .execute();
    expect(new Map(kept.map(({ number, sha256 }) => [number, sha256]))).toEqual(load.files);
    const { data } = await giver.get<{ count: number }>('/api/ajax/user/getPoints', { keyword: mobile });
    // Plus the points that the user began with.
    expect(data.count).toBe(load.gifts + 1);
    // One history: every earlier checkpoint still exists.
    const now = new Map((await heads(database.db)).map(({ size, root }) => [size, root]));
    expect([...load.heads].filter(([size, root]) => now.get(size) !== root)).toEqual([]);

    await symlink(installation.folder, join(folder, 'objects'));
    const found = await fsck.run({ ...database, args: ['--objects'], config: readConfig({ DATA_DIR: folder }) });
    expect(found.failed, found.text).toBe(false);
    expect(fallen).toEqual([]);
  });
});

/** From here on a commit is acknowledged once the standby has replayed it. */
async function waitForStandby(db: Database): Promise<void> {
  await sql`alter system set synchronous_commit = remote_apply`.execute(db);
  await sql`alter system set synchronous_standby_names = 'standby'`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  const states = async () => (await sql<{ state: string }>`select sync_state as state from pg_stat_replication`.execute(db)).rows;
  await vi.waitUntil(async () => (await states())[0]?.state === 'sync', { timeout: 120_000 });
}

async function heads(db: Database): Promise<{ size: string; root: string }[]> {
  const rows = await db.selectFrom('log_checkpoint').select(['size', 'root']).execute();
  return rows.map(({ size, root }) => ({ size, root: root.toString('hex') }));
}
