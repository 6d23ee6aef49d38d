import { prepare } from './prepare.mjs';
import { runSteps } from './run.mjs';

await runSteps(prepare);
// In this process, so that a signal to `npm run worker` reaches the worker itself.
await import('../dist/server/worker.js');
