import { defineConfig } from 'vite';

/** Bundles the fuzz to dist/fuzz; `npm run fuzz` runs it. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/fuzz',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { fuzz: 'test/fuzz/command.ts', drawing: 'src/server/custody/drawing/thread.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
