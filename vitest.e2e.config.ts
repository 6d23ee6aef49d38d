import { defineConfig } from 'vitest/config';

/** Browser tests: one real server, built as `npm start` builds it, and one real Chromium. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/demo-folder.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
  },
});
