import { migrations } from '../../src/server/platform/db/migrate.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { seedAccounts } from '../../test/installation/factories/accounts.ts';
import { newSigners } from '../intake/intake-signers.ts';
import { insertInTurns, loadInBulk } from '../lists/bulk-load.ts';
import { loadedFolder, loadEvidence, loadUsers } from '../lists/lists-data.ts';
import evidenceSql from '../lists/ten-million-evidence.sql?raw';
import usersSql from '../lists/million-users.sql?raw';
import { buildLog } from '../log/log-data.ts';
import { loadTrail, trailContents } from '../log/trail-data.ts';

export interface InstallationSizes {
  readonly users: number;
  /** Pieces of evidence; as many leaves of the log, and as many stored objects. */
  readonly evidence: number;
  /** Rows of the trail. */
  readonly acts: number;
}

/** Objects $1 to $2, of which the scrub has none to look at for ten days. There are no files: nobody reads these. */
const objectsSql = `insert into stored_object (sha256, size_bytes, state, added_at, checked_at, due_at)
  select encode(sha256(int8send(i)), 'hex'), 4096, 'whole', now() - interval '10 days', now(), now() + (240 + i % 480) * interval '1 hour'
    from generate_series($1::bigint, $2::bigint) i`;

/** The data folder of such an installation, with the accounts of the tests and twenty enterprises that pay. No PostgreSQL runs. */
export async function folderOfSizes({ users, evidence, acts }: InstallationSizes, tell: (line: string) => void): Promise<string> {
  const contents = ['sizes', users, evidence, acts, usersSql, evidenceSql, trailContents, objectsSql, migrations];
  const name = `${users} users, ${evidence} pieces of evidence and ${acts} rows of the trail`;
  return loadedFolder(contents, name, tell, async ({ pool, db, folder }) => {
    await seedAccounts(db);
    await loadUsers(pool, users);
    await loadEvidence(pool, users, evidence);
    await loadInBulk(pool, ['stored_object'], [], () => insertInTurns(pool, objectsSql, evidence, users));
    await buildLog({ db, pool }, await openLogSigner(db, readConfig({})), folder, evidence);
    await loadTrail(pool, acts);
    // The rows came with their numbers. An evidence has the number that its entry of the log had while it waited.
    for (const [table, last] of [
      ['users', users],
      ['evidence', evidence],
    ] as const)
      await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${String(last)})`);
    await newSigners(db, 20);
  });
}
