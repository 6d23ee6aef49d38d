import type { Config } from '../server/runtime/config.ts';
import { attachEmbeddedPostgres, type EmbeddedPostgres } from '../server/postgres/embedded.ts';

/** Where the database of a running server is reached, for a process beside it; null where no server runs. */
export async function runningDatabase({
  databaseUrl,
  dataDir,
}: Config): Promise<EmbeddedPostgres['address'] | { readonly connectionString: string } | null> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  return (await attachEmbeddedPostgres(dataDir))?.address ?? null;
}
