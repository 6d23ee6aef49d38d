import { join } from 'node:path';
import { buildAlways, checkNode, ensureInstalled } from '../prepare.mjs';
import { root, run } from '../run.mjs';

/** Builds console, server and client; `--built` uses the existing dist/. */
export async function buildEverything(words) {
  checkNode();
  if (words.includes('--built')) return;
  await ensureInstalled();
  await buildAlways();
  await run('Building the client', process.execPath, [join(root, 'scripts/build-client.mjs')]);
}
