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
        applications: 'bench/lists/applications.ts',
        batch: 'bench/batch.ts',
        'batch-server': 'bench/batch-server.ts',
        capture: 'bench/capture.ts',
        console: 'bench/console.ts',
        drawing: 'src/server/custody/drawing/thread.ts',
        ers: 'bench/log/ers.ts',
        events: 'bench/events.ts',
        'evidence-lists': 'bench/lists/evidence-lists.ts',
        export: 'bench/lists/export.ts',
        hints: 'bench/hints/hints.ts',
        intake: 'bench/intake/intake.ts',
        'intake-floor': 'bench/intake/intake-floor.ts',
        ledger: 'bench/intake/ledger.ts',
        lists: 'bench/lists/lists.ts',
        'lists-server': 'bench/lists/lists-server.ts',
        log: 'bench/log/log.ts',
        'log-grower': 'bench/log/log-grower.ts',
        presence: 'bench/presence.ts',
        queue: 'bench/queue.ts',
        rest: 'bench/rest.ts',
        search: 'bench/lists/search.ts',
        trail: 'bench/log/trail.ts',
        orders: 'bench/lists/orders.ts',
        verify: 'bench/log/verify.ts',
        'verify-page': 'bench/log/verify-page.ts',
        webhooks: 'bench/webhooks/webhooks.ts',
        'webhooks-deliverer': 'bench/webhooks/deliverer.ts',
        'webhooks-receivers': 'bench/webhooks/receivers.ts',
      },
      // All in one folder: a shared part finds its way to the project as an entry does.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
