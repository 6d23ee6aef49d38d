import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyDataFolder } from '../installation/data-folder.ts';
import { startServer, type RunningServer } from '../installation/servers/running-server.ts';

/** A running server with the demo in a data folder of its own, which is deleted with it. @param demo the folder that is copied. */
export async function startDemo(environment: Record<string, string> = {}, demo = inject('demoFolder')): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-run-'));
  copyDataFolder(demo, folder);
  const server = await startServer({ ...environment, DATA_DIR: folder });
  return {
    ...server,
    async stop() {
      const code = await server.stop();
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Copies the demo, in the state that a closed server left, into an empty data folder. */
export function copyDemo(folder: string): void {
  copyDataFolder(inject('demoFolder'), folder);
}
