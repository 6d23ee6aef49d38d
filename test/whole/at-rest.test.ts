import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Packages that take megabytes and are rarely used: the first call that needs one loads it, not the start. */
const loadedByNeed = ['playwright-core', '@napi-rs/canvas', '@aws-sdk/client-s3', 'viem', 'pdfkit', 'fontkit', '@opentelemetry/'];

const root = join(import.meta.dirname, '../..');

/** Packages that a file imports at load time, directly or through other files of ours, each with the importing file. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const walk = (path: string): void => {
    if (seen.has(path) || !existsSync(path)) return;
    seen.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, what = '', target = ''] of source.matchAll(/^(?:import|export) ([^'";]*?from )?'([^']+)';$/gm)) {
      if (/^type\b/.test(what) || isTypesAlone(what)) continue;
      if (target.startsWith('.')) walk(join(dirname(path), target));
      else packages.set(target, path.slice(root.length + 1));
    }
  };
  walk(join(root, entry));
  return packages;
}

/** `{ type A, type B }`: the bundler omits such an import. */
function isTypesAlone(what: string): boolean {
  const names = /\{([^}]*)\}/.exec(what)?.[1]?.split(',') ?? [];
  return names.length > 0 && names.every((name) => /^\s*(?:type\s|$)/.test(name));
}

it.each(['src/start/server.ts', 'src/start/worker.ts'])('%s loads at its start nothing that is needed now and then', (entry) => {
  const packages = packagesOf(entry);
  expect(packages.has('kysely')).toBe(true);
  expect(
    [...packages].filter(([name]) => loadedByNeed.some((heavy) => name === heavy || name.startsWith(`${heavy.replace(/\/$/, '')}/`))),
  ).toEqual([]);
});
