import { defineConfig } from 'vite';

/** Bundles the server, the admin command and what runs in threads and processes of its own; packages stay outside, in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'src/start/server.ts',
        admin: 'src/cli/admin.ts',
        verify: 'src/cli/verify.ts',
        worker: 'src/start/worker.ts',
        demo: 'src/start/demo.ts',
        drawing: 'src/server/custody/drawing/thread.ts',
        delivery: 'src/server/webhooks/delivery/thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
