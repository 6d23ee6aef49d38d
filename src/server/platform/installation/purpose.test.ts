import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { withNewDatabase } from '../../../../test/installation/new-database.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { migrate, migrations } from '../db/migrate.ts';
import { readConfig } from '../runtime/config.ts';
import { claimPurpose, requirePurpose } from './purpose.ts';

const [sandbox, counting] = [readConfig({ SANDBOX: '1' }), readConfig({})];

describe('a database that was made for a sandbox', () => {
  const installation = testDatabase();

  it('opens as one again, and is refused without SANDBOX=1, to the server and to who works beside it', async () => {
    await claimPurpose(installation.db, sandbox);
    await claimPurpose(installation.db, sandbox);
    await requirePurpose(installation.db, sandbox);
    const refusal = /made with SANDBOX=1: what it holds proves nothing, now and later. Set SANDBOX=1, or give this server a DATA_DIR/;
    await expect(claimPurpose(installation.db, counting)).rejects.toThrow(refusal);
    await expect(requirePurpose(installation.db, counting)).rejects.toThrow(refusal);
  });

  it('has a log of its own name, which is signed in no other installation', async () => {
    expect((await openLogSigner(installation.db, sandbox)).key.name).toBe('localhost/sandbox-log');
    await expect(openLogSigner(installation.db, counting)).rejects.toThrow('belongs to a log whose name ends in /sandbox-log');
  });

  it('stays one: its row is not changed', async () => {
    await expect(installation.pool.query('update installation set is_sandbox = false')).rejects.toThrow('append-only');
    await expect(installation.pool.query('delete from installation')).rejects.toThrow('append-only');
    await expect(installation.pool.query('truncate installation')).rejects.toThrow('append-only');
  });
});

describe('a database that counts', () => {
  const installation = testDatabase();

  it('is refused to a sandbox, with what to do', async () => {
    await claimPurpose(installation.db, counting);
    await expect(claimPurpose(installation.db, sandbox)).rejects.toThrow(
      /made without SANDBOX=1: a sandbox would decide by itself what counts here. Leave SANDBOX unset, or give the sandbox a DATA_DIR/,
    );
    expect((await openLogSigner(installation.db, counting)).key.name).toBe('localhost/log');
    await expect(openLogSigner(installation.db, sandbox)).rejects.toThrow('has signed as localhost/log since it began');
  });
});

describe('a database of before', () => {
  const earlier = migrations.filter(({ name }) => name < '0025');
  const purposeAfter = async (used: string): Promise<unknown[]> => {
    let rows: unknown[] = [];
    await withNewDatabase(async (_url, pool) => {
      await migrate(pool, earlier);
      if (used !== '') await pool.query(used);
      await migrate(pool);
      ({ rows } = await pool.query('select is_sandbox from installation'));
    });
    return rows;
  };

  it('counts where a server has started on it or somebody has worked in it, and is open to both where nobody has', async () => {
    const account = "insert into account (username, password_hash, realname, mobile, role_id) values ('a', 'x', '甲', '', 1)";
    const log = "insert into log_identity (origin, public_key) values ('localhost/log', decode(repeat('00', 32), 'hex'))";
    expect(await purposeAfter(account)).toEqual([{ is_sandbox: false }]);
    expect(await purposeAfter(log)).toEqual([{ is_sandbox: false }]);
    expect(await purposeAfter('')).toEqual([]);
  });
});
