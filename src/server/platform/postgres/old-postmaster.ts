import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPidTaken, processIdentity } from '../runtime/process-identity.ts';
import { errorCode, StartupError, systemReason } from '../runtime/startup-error.ts';

/** A PostgreSQL that runs on a cluster, according to its postmaster.pid. */
export interface RunningPostmaster {
  pid: number;
  socketDir: string;
}

/** The PostgreSQL that runs on this cluster now, or null. `pgDir` must be a real path. */
export async function findPostmaster(pgDir: string): Promise<RunningPostmaster | null> {
  const noted = await readPidFile(pgDir);
  // After a kill -9 or a reboot the process id in the file may belong to any other process.
  return noted !== null && runsOn(noted.pid, pgDir) ? noted : null;
}

/**
 * Ends the PostgreSQL that a killed server left running. It is not taken over: it is not a child of this process, so its end would go
 * unnoticed, and it may be an older version with older settings. A fast shutdown takes a fraction of a second.
 */
export async function endOldPostmaster(pgDir: string, log: (line: string) => void): Promise<void> {
  const old = await findPostmaster(pgDir);
  if (old === null) return forgetDeadPid(pgDir);
  log(`Stopping the PostgreSQL that an earlier server left running (process ${old.pid}).`);
  for (const [signal, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (await endsOn(signal, old.pid, timeoutMs)) return;
  }
  throw new StartupError(`The PostgreSQL that an earlier server left running (process ${old.pid}) does not stop.`);
}

/**
 * PostgreSQL itself refuses to start while the process id in its stale file can be signalled, even if that is an unrelated process or a
 * zombie that nobody reaps. It detects children of the dead postmaster by their shared memory, without the file.
 */
async function forgetDeadPid(pgDir: string): Promise<void> {
  const noted = await readPidFile(pgDir);
  if (noted !== null && isPidTaken(noted.pid)) await rm(join(pgDir, 'postmaster.pid'), { force: true });
}

async function endsOn(signal: NodeJS.Signals, pid: number, timeoutMs: number): Promise<boolean> {
  const identity = processIdentity(pid);
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return true;
    throw new StartupError(`Cannot stop the PostgreSQL that an earlier server left running (process ${pid}): ${systemReason(error)}.`);
  }
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(25)) {
    if (processIdentity(pid) !== identity) return true;
  }
  return false;
}

/** Line 1 is the process id, line 5 the socket's folder. Null if the file is missing or unfinished. */
async function readPidFile(pgDir: string): Promise<RunningPostmaster | null> {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4] ?? '' } : null;
}

function runsOn(pid: number, pgDir: string): boolean {
  if (processIdentity(pid) === null) return false;
  try {
    if (process.platform !== 'linux') return commandOf(pid).includes(pgDir);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(command[0] ?? '') !== 'postgres') return false;
    return command.includes(pgDir) || readlinkSync(`/proc/${pid}/cwd`) === pgDir; // Or the folder was moved since.
  } catch {
    return false; // It has ended, or is hidden from this user and so was not started by it.
  }
}

function commandOf(pid: number): string {
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
