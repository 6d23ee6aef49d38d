import { defineConfig } from 'vite';

const drawing = 'src/server/custody/drawing/thread.ts';

/** Entry points of each group of programs: the name of a file in the group's folder of dist, and its source. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fuzz: { fuzz: 'test/fuzz/command.ts', drawing },
  // With the server that it starts, so that it always tests these sources.
  simulate: {
    simulate: 'test/simulate/simulate.ts',
    server: 'src/start/server.ts',
    drawing,
    delivery: 'src/server/open/webhooks/delivery/thread.ts',
  },
  bench: {
    applications: 'bench/lists/applications.ts',
    batch: 'bench/batch.ts',
    'batch-server': 'bench/batch-server.ts',
    capture: 'bench/capture.ts',
    corpus: 'bench/corpus.ts',
    console: 'bench/console.ts',
    dossier: 'bench/log/dossier.ts',
    'dossier-page': 'bench/log/dossier-page.ts',
    drawing,
    ers: 'bench/log/ers.ts',
    events: 'bench/events.ts',
    'evidence-lists': 'bench/lists/evidence-lists.ts',
    export: 'bench/lists/export.ts',
    hints: 'bench/hints/hints.ts',
    intake: 'bench/intake/intake.ts',
    'intake-beside': 'bench/intake/intake-beside.ts',
    'intake-floor': 'bench/intake/intake-floor.ts',
    'last-call': 'bench/intake/last-call.ts',
    ledger: 'bench/intake/ledger.ts',
    lists: 'bench/lists/lists.ts',
    'lists-server': 'bench/lists/lists-server.ts',
    log: 'bench/log/log.ts',
    'log-grower': 'bench/log/log-grower.ts',
    metrics: 'bench/metrics.ts',
    presence: 'bench/presence.ts',
    queue: 'bench/queue.ts',
    rest: 'bench/rest.ts',
    scaling: 'bench/scaling/scaling.ts',
    'scaling-model': 'bench/scaling/model.ts',
    search: 'bench/lists/search.ts',
    'second-track': 'bench/log/second-track.ts',
    sizes: 'bench/sizes/sizes.ts',
    trail: 'bench/log/trail.ts',
    upgrade: 'bench/upgrade/upgrade.ts',
    orders: 'bench/lists/orders.ts',
    verify: 'bench/log/verify.ts',
    'verify-page': 'bench/log/verify-page.ts',
    webhooks: 'bench/webhooks/webhooks.ts',
    'webhooks-deliverer': 'bench/webhooks/deliverer.ts',
    'webhooks-receivers': 'bench/webhooks/receivers.ts',
    'witness-round': 'bench/log/witness-round.ts',
  },
};
const folders: Readonly<Record<string, string>> = { simulate: 'dist/simulate/built' };

/** Bundles the programs that are not shipped: `vite build -c vite.programs.config.ts --mode bench`, `--mode fuzz`, `--mode simulate`. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { BUILT_COMMIT: '""' },
  build: {
    ssr: true,
    outDir: folders[mode] ?? `dist/${mode}`,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: mode === 'simulate',
    rollupOptions: {
      input: { ...programs[mode] },
      // All in one folder, so that a shared chunk resolves the project's path like an entry.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
}));
