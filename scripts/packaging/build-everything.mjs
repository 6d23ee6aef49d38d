import { buildAlways, checkNode, ensureInstalled } from '../prepare.mjs';

/** Builds console, server and client; `--built` uses the existing dist/. */
export async function buildEverything(words) {
  checkNode();
  if (words.includes('--built')) return;
  await ensureInstalled();
  await buildAlways();
}
