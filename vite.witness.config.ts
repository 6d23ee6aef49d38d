import { defineConfig } from 'vite';

/** Bundles the witness into one file without anything outside but Node, for whoever runs nothing else of this project. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/witness',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { input: { witness: 'src/witness/main.ts' }, output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
});
