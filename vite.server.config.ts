import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vite';
import { inOneByte } from './scripts/one-byte.mjs';

/**
 * Packages that stay in node_modules: with native code, with data files, or large and loaded on demand. `pg` stays because the crash tests
 * hook its calls there.
 */
const outside = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/swagger-ui',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'fontkit',
  'harfbuzzjs',
  'pdfkit',
  'pg',
  'pg-native',
  'playwright-core',
  'viem',
  'woff2-encoder',
];

/** Bundles the server, the admin command and the entry points of its threads and processes, each with its packages (decision 0065). */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: outside },
  plugins: [
    {
      name: 'in-one-byte',
      generateBundle(_, bundle) {
        for (const one of Object.values(bundle)) if (one.type === 'chunk') one.code = inOneByte(one.code);
      },
    },
  ],
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
        delivery: 'src/server/open/webhooks/delivery/thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', comments: false },
    },
  },
});

/** The commit that is built, for `--version` and the like; empty without git. `NOTARY_COMMIT` supplies it for an unpacked archive. */
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
