import { existsSync } from 'node:fs';
import { join } from 'node:path';
/**
 * The programs and libraries that tests use as judges and opponents and that npm does not bring: the package of Debian, and the program to
 * look for on the path, or the file. `service` is what Debian starts when it installs the package.
 */
import tools from './tools.json' with { type: 'json' };

/** Where programs lie: the path, and what of it Debian gives to root alone. */
const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'].filter((folder) => folder !== '');

/** Where a tool lies; undefined where this machine lacks it. */
export function findTool(name) {
  const { program, files = [] } = tools[name];
  return [...(program ? folders.map((folder) => join(folder, program)) : []), ...files].find((path) => existsSync(path));
}

/** Why a test that needs all of these is skipped on this machine; null where it is not. */
export function lacking(...names) {
  const packages = names.filter((name) => findTool(name) === undefined).map((name) => tools[name].package);
  return packages.length === 0 ? null : `needs Debian's ${[...new Set(packages)].join(' and ')}`;
}

/** Which of Debian's packages this machine lacks, and the services that come with them. */
export function missingPackages() {
  const missing = Object.keys(tools).flatMap((name) => (findTool(name) === undefined ? [tools[name]] : []));
  return {
    packages: [...new Set(missing.map((tool) => tool.package))],
    services: [...new Set(missing.flatMap(({ service }) => service ?? []))],
  };
}
