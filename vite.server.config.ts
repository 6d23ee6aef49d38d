import { defineConfig } from 'vite';

/** Bundles the server and the admin command; packages stay outside, in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: { main: 'src/server/main.ts', admin: 'src/cli/admin.ts', verify: 'src/cli/verify.ts', worker: 'src/server/captures/worker-main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
