import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a worker thread from one of our modules: the bundled file, or the source in tests. @param url the module's `import.meta.url`. */
export function openThread(url: string, settings: WorkerOptions): Worker {
  if (!url.endsWith('.ts')) return new Worker(new URL(url), settings);
  // Node does not load TypeScript here, so vite loads the module.
  const reader = {
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  };
  const [server, path] = [JSON.stringify(reader), JSON.stringify(fileURLToPath(url))];
  const program = `import('vite').then(async (vite) => (await vite.createServer(${server})).ssrLoadModule(${path}))`;
  return new Worker(program, { ...settings, eval: true });
}
