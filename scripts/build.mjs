import { buildAlways, checkNode, ensureInstalled } from './prepare.mjs';
import { runSteps } from './run.mjs';

await runSteps(async () => {
  checkNode();
  await ensureInstalled();
  await buildAlways();
});
