import { prepare } from './prepare.mjs';
import { runSteps } from './run.mjs';

await runSteps(prepare);
await import('../dist/server/witness.js'); // Reads process.argv itself.
