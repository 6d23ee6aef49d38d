import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Files that put another module in the place of node's own: what they load must not reach a neighbour. */
const replacing = ['src/server/storage/local-durability.test.ts', 'src/server/evidence/intake/disk-full.test.ts'];
const never = ['test/e2e/**', 'node_modules/**'];

export default defineConfig({
  test: {
    // Tests wait for the database, for disks and for other processes; vitest's own default would leave one of two processors idle.
    maxWorkers: availableParallelism() + 2,
    globalSetup: ['test/house/cluster.ts'],
    projects: [
      // Loading the server once for each of 160 files costs a third of the whole run, so files share what they load.
      {
        extends: true,
        test: {
          name: 'house',
          isolate: false,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
          exclude: [...never, ...replacing],
        },
      },
      { extends: true, test: { name: 'replaced modules', include: replacing } },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is polled for comes later on a busy machine; a second is no promise of the product.
    expect: { poll: { timeout: 20_000 } },
  },
});
