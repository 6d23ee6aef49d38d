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
        batch: 'bench/batch.ts',
        'batch-server': 'bench/batch-server.ts',
        console: 'bench/console.ts',
        'evidence-lists': 'bench/evidence-lists.ts',
        export: 'bench/export.ts',
        ledger: 'bench/ledger.ts',
        lists: 'bench/lists.ts',
        'lists-server': 'bench/lists-server.ts',
        orders: 'bench/orders.ts',
        verify: 'bench/verify.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
