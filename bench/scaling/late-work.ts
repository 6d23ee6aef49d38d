import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { openLogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { extendTrailChain } from '../../src/server/desk/trail/chain.ts';
import type { Farm } from './farm.ts';
import { watched } from './watch.ts';

/** The cost of a row of work that one server at a time does for all: in the process that does it and in PostgreSQL. */
export interface LateWork {
  readonly perSecond: number;
  readonly serverMs: number;
  readonly postgresMs: number;
}

/** Runs when no server is left: the log takes entries of the size of evidence, and the trail links rows, in this process. */
export async function measureLateWork(farm: Farm, rows: number): Promise<{ readonly log: LateWork; readonly trail: LateWork }> {
  const { db, pool, environment } = farm;
  const signer = await openLogSigner(db, readConfig({ ...environment }));
  const drain = async (): Promise<void> => {
    await growLog(db, signer);
    while ((await extendTrailChain(db)) > 0);
  };
  await drain();
  await pool.query(
    `insert into log_pending (entry) select convert_to(rpad(n::text, 400, 'entry'), 'UTF8') from generate_series(1, $1::int) n`,
    [rows],
  );
  const log = await each(farm, rows, () => growLog(db, signer));
  await pool.query(
    `insert into trail (actor_kind, actor_id, actor_name, ip, action, object)
     select 'system', '', '系统', '', '存证', 'evidence/' || md5(n::text) from generate_series(1, $1::int) n`,
    [rows],
  );
  const trail = await each(farm, rows, async () => {
    while ((await extendTrailChain(db)) > 0);
  });
  return { log, trail };
}

async function each(farm: Farm, rows: number, work: () => Promise<unknown>): Promise<LateWork> {
  const { seconds, cores } = await watched(farm, work);
  return {
    perSecond: rows / seconds,
    serverMs: (cores.client * seconds * 1000) / rows,
    postgresMs: (cores.PostgreSQL * seconds * 1000) / rows,
  };
}
