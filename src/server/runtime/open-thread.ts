import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread whose program is a module of ours: the bundled file, or the source, as in tests. @param url its `import.meta.url`. */
export function openThread(url: string, settings: WorkerOptions): Worker {
  if (!url.endsWith('.ts')) return new Worker(new URL(url), settings);
  // This Node reads no TypeScript, so that vite does.
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
