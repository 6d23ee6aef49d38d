import type { Config } from '../server/platform/runtime/config.ts';
import { attachEmbeddedPostgres, type EmbeddedPostgres } from '../server/platform/postgres/embedded.ts';

/** Finds the address of a running server's database, for another process of the installation; null if no server runs. */
export async function runningDatabase({
  databaseUrl,
  dataDir,
}: Config): Promise<EmbeddedPostgres['address'] | { readonly connectionString: string } | null> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  return (await attachEmbeddedPostgres(dataDir))?.address ?? null;
}
