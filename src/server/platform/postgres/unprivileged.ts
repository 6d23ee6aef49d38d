import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../runtime/startup-error.ts';
import type { PgBinaries } from './binaries.ts';

/** The account that PostgreSQL runs as. Null: that of this process, which is not root. */
export type Account = { uid: number; gid: number } | null;

/** Starts one of PostgreSQL's programs in the chosen account. */
export type Launch = (file: string, args: readonly string[], options?: SpawnOptions) => ChildProcess;

/** PostgreSQL refuses to run as root. A cluster that already has another owner stays theirs, so that its files stay readable. */
export async function chooseAccount(pgDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(pgDir).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return accountNamed('postgres') ?? accountNamed('nobody') ?? { uid: 65_534, gid: 65_534 };
}

/** Makes the account the owner of a folder and its contents: a cluster that root restored belongs to root. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (account === null || (await stat(folder)).uid === account.uid) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid); // Last, so that the next start notices an interrupted run and repairs it.
}

/**
 * Finds a way to run PostgreSQL that reaches both its programs and `folder`, and tests it. In a folder that only root may enter (/root, a
 * clone made with umask 077) another account reaches neither. There the child keeps a single capability of root: to read and search
 * everywhere or, where a container withholds that one, to override file modes. @throws StartupError if no way works.
 */
export async function findLaunch(account: Account, binaries: PgBinaries, folder: string): Promise<Launch> {
  if (account === null) return launchWith({}, []);
  const { uid, gid } = account;
  await makeExecutable([binaries.initdb, binaries.postgres]);
  const launches = [
    launchWith({ uid, gid }, []),
    launchWith({}, setpriv(account, 'dac_read_search')),
    launchWith({}, setpriv(account, 'dac_override')),
  ];
  for (const launch of launches) {
    if (await canRun(launch, binaries, folder)) return launch;
  }
  throw new StartupError(
    `PostgreSQL cannot run as root, and user ${uid} cannot enter ${folder} or read the installed programs: ` +
      `move them out of folders only root may enter, install setpriv (util-linux), run as another user, or set DATABASE_URL.`,
  );
}

function launchWith(identity: { uid?: number; gid?: number }, prefix: readonly string[]): Launch {
  return (file, args, options = {}) => {
    const [command = file, ...rest] = [...prefix, file, ...args];
    // A minimal environment: PGDATA and the like would change what PostgreSQL does, and it must not see our secrets.
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
    return spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', env, ...identity, ...options });
  };
}

function setpriv({ uid, gid }: { uid: number; gid: number }, capability: string): string[] {
  const only = `-all,+${capability}`;
  // PostgreSQL checks its programs with access(2), which ignores a non-root user's capabilities without this bit.
  const caps = ['--securebits=+no_setuid_fixup', `--inh-caps=${only}`, `--ambient-caps=${only}`, `--bounding-set=${only}`];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', ...caps, '--'];
}

/** Programs from npm are not secret. With umask 077 only root could run them, and the right to read everywhere would not be enough. */
async function makeExecutable(programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    const { mode } = await stat(program);
    if ((mode & 0o055) !== 0o055) await chmod(program, mode | 0o055).catch(() => {}); // On a read-only disk the next way may still work.
  }
}

/** Enters the folder, reads what initdb reads and loads the server with its libraries, which is all that PostgreSQL needs. */
function canRun(launch: Launch, { postgres, bootstrapFile }: PgBinaries, folder: string): Promise<boolean> {
  const script = 'cd -- "$1" && [ -r "$2" ] && [ -r "$3" ] && exec "$3" --version';
  const child = launch('/bin/sh', ['-c', script, 'sh', folder, bootstrapFile, postgres], { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

function accountNamed(name: string): Account {
  const line = readPasswd()
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return ''; // A bare container image; the numeric id of nobody is the same everywhere.
  }
}
