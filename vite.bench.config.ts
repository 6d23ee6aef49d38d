import { defineConfig } from 'vite';

/** Bundles the benchmarks to dist/bench; `npm run bench:lists` runs them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/bench',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        applications: 'bench/applications.ts',
        batch: 'bench/batch.ts',
        'batch-server': 'bench/batch-server.ts',
        capture: 'bench/capture.ts',
        console: 'bench/console.ts',
        drawing: 'src/server/custody/drawing/thread.ts',
        'evidence-lists': 'bench/evidence-lists.ts',
        export: 'bench/export.ts',
        intake: 'bench/intake.ts',
        'intake-floor': 'bench/intake-floor.ts',
        ledger: 'bench/ledger.ts',
        lists: 'bench/lists.ts',
        'lists-server': 'bench/lists-server.ts',
        log: 'bench/log.ts',
        'log-grower': 'bench/log-grower.ts',
        trail: 'bench/trail.ts',
        orders: 'bench/orders.ts',
        verify: 'bench/verify.ts',
        'verify-page': 'bench/verify-page.ts',
      },
      // All in one folder: a shared part finds its way to the project as an entry does.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
