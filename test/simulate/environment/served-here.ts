import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { buildServer } from '../../../src/server/app.ts';
import { openLogSigner } from '../../../src/server/custody/log/log-signer.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { readSecret } from '../../../src/server/platform/db/secrets.ts';
import { startJobs } from '../../../src/server/platform/jobs/periodic.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import { collectable } from '../../../src/server/platform/storage/collectable.ts';
import { createLocalStore } from '../../../src/server/platform/storage/local.ts';
import { localStagingAreas } from '../../../src/server/platform/storage/staging-areas.ts';
import type { Place } from './office.ts';
import { unlimited } from './limits-off.ts';

/** The real server with its jobs, listening in this process: for a run without faults that shall start at once. */
export async function serveHere({
  db,
  pool,
  withJobs = true,
}: {
  readonly db: Database;
  readonly pool: Pool;
  readonly withJobs?: boolean;
}): Promise<Place & { stop(): Promise<void>; output(): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-simulated-'));
  const config = readConfig({ ...unlimited, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const store = collectable(db, await createLocalStore(join(folder, 'objects')));
  const secrets = {
    token: await readSecret(db, 'session-token'),
    link: randomBytes(32),
    owner: await readSecret(db, 'evidence-owner'),
    totp: randomBytes(32),
  };
  const stages = localStagingAreas(join(folder, 'uploads'));
  const lines: string[] = [];
  const logger = { write: (line: string) => void lines.push(line) };
  const server = await buildServer({ config, db, pool, store, stages, secrets, logSigner: await openLogSigner(db, config), logger });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const jobs = startJobs(withJobs ? server.jobs : [], () => undefined);
  return {
    db,
    pool,
    config,
    addresses: () => [address],
    output: () => lines.join(''),
    async stop() {
      await jobs.stop();
      await server.app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
