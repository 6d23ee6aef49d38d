import { prepare } from './prepare.mjs';
import { runSteps } from './run.mjs';

await runSteps(prepare);
await import('../dist/server/admin.js'); // Reads process.argv itself.
