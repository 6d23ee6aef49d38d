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
        lists: 'bench/lists.ts',
        'lists-server': 'bench/lists-server.ts',
        export: 'bench/export.ts',
        console: 'bench/console.ts',
        intake: 'bench/intake.ts',
        'intake-floor': 'bench/intake-floor.ts',
        log: 'bench/log.ts',
        'log-grower': 'bench/log-grower.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
