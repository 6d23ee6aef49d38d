import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './startup-error.ts';

const unknown = 'unknown';

/**
 * Boot and start time, which distinguish a process from a later one with the same `pid`. Null if no process runs under `pid`.
 * A zombie counts as gone: in a container without an init, a killed process remains a zombie forever.
 */
export function processIdentity(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0 || !isPidTaken(pid)) return null;
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/**
 * Whether `pid` still is the process that `recorded` was taken from. True in doubt: a lock held too long is better than two servers on one
 * folder.
 */
export function isSameProcess(pid: number, recorded: string): boolean {
  const now = processIdentity(pid);
  return now !== null && (now === unknown || recorded === unknown || agree(now, recorded));
}

/** Whether two identities may be of one process. systemd hides the boot from a unit with `ProcSubset=pid`, but not from its operator. */
function agree(a: string, b: string): boolean {
  const [bootless, other] = a.startsWith(':') ? [a, b] : [b, a];
  return a === b || (bootless.startsWith(':') && other.endsWith(bootless));
}

/** Whether a process, even a zombie, has this ID. */
export function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function fromProc(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return isPidTaken(pid) ? unknown : null; // /proc mounted with hidepid shows only our own processes.
  // The second field is the program's name in brackets and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
  return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTicks}`;
}

function fromPs(pid: number): string | null {
  try {
    const [state = '', ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/);
    return state.startsWith('Z') ? null : started.join(' ');
  } catch {
    return isPidTaken(pid) ? unknown : null; // ps exits with 1 when the process has gone in between.
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // The process has ended, or the file is hidden from us; the caller finds out which.
  }
}
