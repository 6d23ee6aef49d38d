import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `package.json` of the client. It depends on Node alone. */
export function packageManifest(version: string): string {
  const manifest = {
    name: 'notary-client',
    version,
    description: 'Client and command line of a notary office: evidence, captures, applications, events',
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: '>=20.19' },
    exports: { '.': { types: './types/client/index.d.ts', default: './index.js' } },
    types: './types/client/index.d.ts',
    bin: { notary: './notary.js' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Licence texts of the bundled packages. @param modules paths of the bundled files. @throws Error for a package without a licence. */
export function bundledLicences(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.replace(/^\0/, ''))?.[1] ?? []));
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined || !existsSync(join(folder, file))) throw new Error(`${name} has no licence`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return ['This package holds code of the following packages.\n', ...texts].join('\n----\n\n');
}
