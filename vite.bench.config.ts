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
      input: { lists: 'bench/lists.ts', ledger: 'bench/ledger.ts', export: 'bench/export.ts', console: 'bench/console.ts', trail: 'bench/trail.ts', 'lists-server': 'bench/lists-server.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
