import { setTimeout as sleep } from 'node:timers/promises';
import { askNow } from '../environment/neighbours/witness.ts';
import type { Checked } from './compare.ts';

/**
 * In the end the witness has cosigned all of the log, and no lie is taken for a fork: that takes a checkpoint under the log's own key.
 * Without a witness there is nothing to check.
 */
export async function checkWitnesses({ db, pool, config, patienceMs }: Checked): Promise<string[]> {
  if (config.witnesses.policyFile === undefined) return [];
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await pool.query<{ grown: string; cosigned: string; forks: string }>(
      `select (select coalesce(max(size), 0) from log_checkpoint) as grown,
         (select coalesce(max(size), 0) from cosigned_checkpoint) as cosigned,
         (select count(*) from witness_conflict where shown_size is not null) as forks`,
    );
    const [{ grown = '', cosigned = '', forks = '' } = {}] = rows;
    if (forks !== '0') return [`${forks} lies of the witness were taken for forks of the log`];
    if (grown === cosigned) return [];
    if (Date.now() > deadline) return [`the log has ${grown} entries, and its witness has cosigned ${cosigned} of them`];
    await askNow(db);
    await sleep(500);
  }
}
