import { createServer } from 'vite';
import { root, runSteps } from './run.mjs';

/** `npm run demo:captures`: captures the demo's pages again with the Chromium of this machine; port 80 on loopback must be free. */
await runSteps(async () => {
  const vite = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { makeCaptures } = await vite.ssrLoadModule('/src/demo/web/pages/make-captures.ts');
    await makeCaptures(`${root}src/demo/web/captured`, console.log);
  } finally {
    await vite.close();
  }
});
