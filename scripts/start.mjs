import { prepare } from './prepare.mjs';
import { runSteps } from './run.mjs';

await runSteps(prepare);
// In this process, so that a signal to `npm start` reaches the server itself.
await import('../dist/server/main.js');
