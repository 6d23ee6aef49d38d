import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vite';

/** Bundles the server, the admin command and what runs in threads and processes of its own; packages stay outside, in node_modules. */
export default defineConfig({
  publicDir: false,
  define: { BUILT_COMMIT: JSON.stringify(commit()) },
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
        witness: 'src/witness/main.ts',
        worker: 'src/start/worker.ts',
        demo: 'src/start/demo.ts',
        drawing: 'src/server/custody/drawing/thread.ts',
        delivery: 'src/server/webhooks/delivery/thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});

/** The commit that is built, for `--version` and the like; empty where there is no git. `NOTARY_COMMIT` names it for an unpacked archive. */
function commit(): string {
  const given = process.env['NOTARY_COMMIT'];
  if (given !== undefined) return given;
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude', '*'];
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
