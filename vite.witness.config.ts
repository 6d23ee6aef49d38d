import { defineConfig } from 'vite';

/** Bundles the witness into one file without any dependency but Node, for machines that run nothing else of this project. */
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
