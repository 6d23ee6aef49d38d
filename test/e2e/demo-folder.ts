import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from '../house/servers/running-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo, of a server that was closed. Tests start on copies of it. */
    readonly demoFolder: string;
  }
}

/** Fills one data folder with the demo for the whole run: it takes seconds, which each test file would spend again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-demo-'));
  const server = await startServer({ DATA_DIR: folder });
  await server.stop();
  project.provide('demoFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
