import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    // Tests wait for the database and for disks; vitest's own default would leave one of two processors idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/house/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
