import type { TestProject } from 'vitest/node';
import { useCluster, type Cluster } from './cluster.ts';
import { findSystemPostgres } from './servers/postgres/system-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The clusters of the other projects; `system` is null on a machine without a PostgreSQL of its own. */
    readonly bothClusters: { readonly embedded: Cluster; readonly system: Cluster | null };
  }
}

/** Keeps both clusters open until the last project has queried them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await useCluster('embedded');
  const system = findSystemPostgres() === null ? null : await useCluster('system');
  project.provide('bothClusters', { embedded: embedded.cluster, system: system?.cluster ?? null });
  return async () => {
    await embedded.release();
    await system?.release();
  };
}
