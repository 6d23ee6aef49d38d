import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Unit = 'notary' | 'notary-worker';

export interface UnitRun {
  /** The script and its words, for Node. */
  readonly script: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The unit's state folder; its files become the property of the unit's user. */
  readonly dataDir: string;
  /** The built project. */
  readonly root: string;
}

/** Whether built servers run under their unit, in suites that do not care: `SERVERS_UNDER_SYSTEMD=1`. */
export const isUnderSystemd = process.env['SERVERS_UNDER_SYSTEMD'] === '1';

/** Why no systemd can be started here; null if it can. */
export function lacksSystemd(): string | null {
  if (process.getuid?.() !== 0) return 'needs root';
  const probe = [
    'test -x /usr/lib/systemd/systemd',
    'mount --make-rprivate /',
    'umount --recursive /sys/fs/cgroup',
    'mount -t cgroup2 none /sys/fs/cgroup',
  ];
  const { status } = spawnSync('unshare', ['--fork', '--pid', '--mount', '--mount-proc', '--cgroup', 'sh', '-c', probe.join(' && ')]);
  return status === 0 ? null : 'needs systemd, and the right to mount';
}

/**
 * The command that runs a script under its unit of `ops/systemd`: a systemd of its own, in namespaces of its own, applies the unit's
 * sandbox and user. SIGTERM stops the unit. The command prints what the unit prints, and ends with its exit code.
 */
export function underSystemd(unit: Unit, { script, environment, dataDir, root }: UnitRun): { command: string; args: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'notary-unit-'));
  const units = join(folder, 'units');
  const dropIn = join(units, `${unit}.service.d`);
  mkdirSync(dropIn, { recursive: true });
  copyFileSync(join(root, 'ops/systemd', `${unit}.service`), join(units, `${unit}.service`));
  const lines = [
    // The systemd ends with the unit.
    '[Unit]',
    'SuccessAction=exit-force',
    'FailureAction=exit-force',
    '[Service]',
    'Restart=no',
    'StandardOutput=file:/run/given/out',
    'ExecStart=',
    `ExecStart=${[process.execPath, ...script].join(' ')}`,
  ];
  writeFileSync(join(dropIn, 'test.conf'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'environment'), settingsOf({ ...environment, DATA_DIR: `/var/lib/${unit}` }), { mode: 0o600 });
  // It ends with this process, however that ends.
  return { command: 'setpriv', args: ['--pdeathsig', 'TERM', 'bash', join(import.meta.dirname, 'run.sh'), folder, unit, root, dataDir] };
}

/** The command that runs a script beside a unit: in its namespaces, as its user. @param keeper the process of `underSystemd`'s command. */
export function besideUnit(unit: Unit, keeper: number, script: readonly string[]): { command: string; args: string[] } {
  const id = String(userIds[unit]);
  const enter = `exec nsenter --target "$(pgrep -P "$(pgrep -P "$0" unshare)")" --mount --pid --setuid ${id} --setgid ${id} -- "$@"`;
  return { command: 'sh', args: ['-c', enter, String(keeper), process.execPath, ...script] };
}

/** As in first-process.sh. */
export const userIds = { notary: 990, 'notary-worker': 991 };

/** Variables of the caller's shell stay outside. */
function settingsOf(environment: NodeJS.ProcessEnv): string {
  const own = Object.entries(environment).filter(([name, value]) => value !== undefined && process.env[name] !== value);
  return own.map(([name, value]) => `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"\n`).join('');
}
