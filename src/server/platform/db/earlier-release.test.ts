import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fsck } from '../../../cli/check/fsck.ts';
import { restore } from '../../../cli/backup/restore.ts';
import { encodeForm, type Envelope } from '../../../contract/wire.ts';
import { testDatabase } from '../../../../test/installation/database.ts';
import { password } from '../../../../test/installation/factories/accounts.ts';
import { withNewDatabase } from '../../../../test/installation/new-database.ts';
import { readCatalog, type Catalog } from '../../../../test/schema/catalog.ts';
import { buildApp } from '../../app.ts';
import { openInstallation } from '../installation/open.ts';
import { readConfig } from '../runtime/config.ts';
import { appliedNames, migrations } from './migrate.ts';
import { readSecret } from './secrets.ts';

/**
 * Data written by the last release before the baseline: a database dump, and a backup made by its command. They contain one user's
 * evidence, a paid application with its invoice, and another user's application paid by transfer.
 */
const fixtures = join(import.meta.dirname, '../../../../test/installation/earlier-release');
const fresh = testDatabase();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-earlier-'));
  execFileSync('tar', ['-xzf', join(fixtures, 'backup.tar.gz'), '-C', folder]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const configOf = (url: string, name: string) =>
  readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, name), CAPTCHA_FIXED_CODE: 'test', RATE_LIMIT_PER_MINUTE: '0' });

it('wrote a database that this program takes over, serves and finds whole', async () => {
  await withNewDatabase(async (url, pool) => {
    await load(pool);
    const config = configOf(url, 'taken');
    await cp(join(folder, 'backup/objects'), join(config.dataDir, 'objects'), { recursive: true });
    const installation = await openInstallation(config, () => undefined);
    try {
      expect(await namesIn(pool)).toEqual(migrations.map(({ name }) => name));
      expect(bare(await readCatalog(pool))).toEqual(bare(await readCatalog(fresh.pool)));
      expect(await seenBy(installation, config)).toEqual(seen);
      const found = await fsck.run({ db: installation.db, pool: installation.pool, args: [], config });
      expect(found.text).toMatch(/^trail: \d+ rows, chain whole$/m);
      expect(found.failed).toBe(false);
    } finally {
      await installation.close();
    }
    // The second start finds nothing to do.
    await (await openInstallation(config, () => undefined)).close();
    expect(await namesIn(pool)).toEqual(migrations.map(({ name }) => name));
  });
});

it('wrote a backup that this program restores, with its files, and serves', async () => {
  await withNewDatabase(async (url, pool) => {
    const config = configOf(url, 'restored');
    const result = await restore.runStandalone({ args: [join(folder, 'backup')], config });
    expect(result.text).toMatch(/^The backup of \S+ is restored: \d+ rows of \d+ tables, [1-9]\d* files/);
    expect(result.failed).toBe(false);
    expect(await readCatalog(pool)).toEqual(await readCatalog(fresh.pool));
    expect(await namesIn(pool)).toEqual(migrations.map(({ name }) => name));
    const installation = await openInstallation(config, () => undefined);
    try {
      expect(await seenBy(installation, config)).toEqual(seen);
      expect(await fsck.run({ db: installation.db, pool: installation.pool, args: ['--objects'], config })).toMatchObject({
        failed: false,
      });
    } finally {
      await installation.close();
    }
  });
});

it('is asked for where a database has a part of its migrations alone, which is left as it is', async () => {
  await withNewDatabase(async (url, pool) => {
    await load(pool);
    await pool.query("delete from migration where name >= '0055'");
    const before = await namesIn(pool);
    await expect(openInstallation(configOf(url, 'part'), () => undefined)).rejects.toThrow(
      /of an earlier release \(its last migration is 0054_awaited_repairs\)\. Start release 0\.1\.0 \(commit f02cc26\) on it once/,
    );
    expect(await namesIn(pool)).toEqual(before);
  });
});

/** Without parentheses, because a dump adds some. */
const bare = (catalog: Catalog): unknown => JSON.parse(JSON.stringify(catalog).replaceAll(/[()]/g, ''));

/** Totals of lists as an administrator sees them; `evidence` counts that of persons. */
const seen = { users: 2, evidence: 1, applications: 2, orders: 2, invoices: 1 };

async function seenBy(
  installation: Awaited<ReturnType<typeof openInstallation>>,
  config: ReturnType<typeof readConfig>,
): Promise<typeof seen> {
  const { db, pool, store, stages } = installation;
  const [token, link, owner, totp] = await Promise.all(
    ['session-token', 'file-link', 'evidence-owner', 'totp'].map((name) => readSecret(db, name)),
  );
  if (!token || !link || !owner || !totp) throw new Error('a secret is missing');
  const app = await buildApp({ config, db, pool, store, stages, secrets: { token, link, owner, totp } });
  try {
    const call = async <Data>(
      method: 'GET' | 'POST',
      path: string,
      fields: Record<string, string | number>,
      bearer = '',
    ): Promise<Data> => {
      const form = encodeForm(fields).toString();
      const headers = {
        authorization: `Bearer ${bearer}`,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      };
      const reply = await app.inject({
        method,
        url: method === 'GET' ? `${path}?${form}` : path,
        headers,
        ...(method === 'POST' ? { payload: form } : {}),
      });
      return (reply.json() as Envelope<Data>).data;
    };
    const { imgCodeToken } = await call<{ imgCodeToken: string }>('GET', '/api/login/getImgCode', {});
    const login = { username: 'admin@example.com', password, imgCode: 'test', imgCodeToken };
    const session = await call<{ token: string }>('POST', '/api/login/login', login);
    const total = async (method: 'GET' | 'POST', path: string, fields = {}) =>
      (await call<{ count: number }>(method, path, { page: 1, limit: 10, ...fields }, session.token)).count;
    const [enterprises, persons] = [
      await total('GET', '/api/ajax/user/getUserList', { type: 2 }),
      await total('GET', '/api/ajax/user/getUserList', { type: 1 }),
    ];
    return {
      users: enterprises + persons,
      evidence: await total('GET', '/api/ajax/data/getSaveDataList', { type: 1 }),
      applications: await total('GET', '/api/ajax/data/getEvidencesList'),
      orders: await total('GET', '/api/ajax/data/getOrderList'),
      invoices: await total('POST', '/api/invoice/invoiceList'),
    };
  } finally {
    await app.close();
  }
}

async function load(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query(gunzipSync(await readFile(join(fixtures, 'database.sql.gz'))).toString());
  // The dump leaves its connection without a search path.
  client.release(true);
}

const namesIn = (pool: Pool): Promise<string[]> => appliedNames(pool);
