import { existsSync } from 'node:fs';
import { join } from 'node:path';
/**
 * The programs and libraries that verify our output or serve as counterparts in tests and that npm does not supply: the Debian package, and
 * the program to look for on the path, or the file. `service` is what Debian starts when it installs the package.
 */
import tools from './tools.json' with { type: 'json' };

/** Folders of programs: the path, and the folders that Debian has only on root's path. */
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'].filter((folder) => folder !== '');

/** The path of a tool; undefined if this machine lacks it. */
export function findTool(name) {
  const { program, files = [] } = tools[name];
  return [...(program ? folders.map((folder) => join(folder, program)) : []), ...files].find((path) => existsSync(path));
}

/** Why a test that needs all of these is skipped on this machine; null if it is not. */
export function lacking(...names) {
  const packages = names.filter((name) => findTool(name) === undefined).map((name) => tools[name].package);
  return packages.length === 0 ? null : `needs Debian's ${[...new Set(packages)].join(' and ')}`;
}

/** The Debian packages that this machine lacks, and their services. */
export function missingPackages() {
  const missing = Object.keys(tools).flatMap((name) => (findTool(name) === undefined ? [tools[name]] : []));
  return {
    packages: [...new Set(missing.map((tool) => tool.package))],
    services: [...new Set(missing.flatMap(({ service }) => service ?? []))],
  };
}
