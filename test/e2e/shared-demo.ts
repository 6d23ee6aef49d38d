import type { TestProject } from 'vitest/node';
import { lookingActions } from '../../src/domain/business/trail/trail-names.ts';
import { isUnderSystemd } from '../installation/servers/under-systemd/under-systemd.ts';
import { startDemo } from './demo-server.ts';
import { inDatabase } from './platform.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server with the demo that the files of `readingTests` share. @see runAdmin for `unit`. */
    readonly sharedDemo: { readonly address: string; readonly dataDir: string; readonly unit: number | undefined };
  }
}

/** Starts the server that files share which only read. What somebody wrote there fails the run: every change of state is on the trail. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startDemo({}, project.getProvidedContext().demoFolder);
  const { address, dataDir, child } = server;
  const written = await writtenActs(dataDir);
  project.provide('sharedDemo', { address, dataDir, unit: isUnderSystemd ? child.pid : undefined });
  return async () => {
    const added = (await writtenActs(dataDir)).slice(written.length);
    await server.stop();
    if (added.length === 0) return;
    // Vitest reports an error of a teardown, but ends with 0.
    process.exitCode = 1;
    throw new Error(`A file of readingTests wrote to the shared server: ${added.join(', ')}`);
  };
}

/** What was done by anybody but the server itself, except signing in, looking and downloading. */
async function writtenActs(dataDir: string): Promise<string[]> {
  const rows = await inDatabase(dataDir, (db) =>
    db.selectFrom('trail').select(['action', 'object']).where('actor_kind', '<>', 'system').orderBy('id').execute(),
  );
  const reading = new Set<string>([...lookingActions, '登录', '退出登录']);
  return rows.filter(({ action }) => !reading.has(action) && !action.includes('下载')).map(({ action, object }) => `${action} ${object}`);
}
