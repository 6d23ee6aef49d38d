import { defineConfig } from 'vite';

/** Bundles the simulator with the server that it starts: `npm run simulate`. So it always tests these sources. */
export default defineConfig({
  publicDir: false,
  define: { BUILT_COMMIT: '""' },
  build: {
    ssr: true,
    outDir: 'dist/simulate/built',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        simulate: 'test/simulate/simulate.ts',
        server: 'src/start/server.ts',
        drawing: 'src/server/custody/drawing/thread.ts',
        delivery: 'src/server/webhooks/delivery/thread.ts',
      },
      // All in one folder, so that a shared chunk resolves the project's path like an entry.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
