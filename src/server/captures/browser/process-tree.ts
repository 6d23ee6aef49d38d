import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes of one browser: those that name its profile, and all that came from them. Linux only; elsewhere there are none. */
export function processTree(profileFolder: string) {
  const members = new Set<number>();
  /** Seen before, and of somebody else: nobody becomes a child later. */
  const strangers = new Set<number>();

  /** Those that live now. */
  async function look(): Promise<readonly number[]> {
    const pids = new Set((await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number));
    for (const known of [members, strangers]) for (const pid of known) if (!pids.has(pid)) known.delete(pid);
    const fresh = [...pids].filter((pid) => !members.has(pid) && !strangers.has(pid));
    const parents = new Map(await Promise.all(fresh.map(async (pid) => [pid, await parentOf(pid)] as const)));
    for (const pid of fresh) ((await isMember(pid, parents)) ? members : strangers).add(pid);
    const running = await Promise.all([...members].map(async (pid) => ((await isRunning(pid)) ? [pid] : [])));
    return running.flat();
  }

  async function isMember(pid: number, parents: ReadonlyMap<number, number>): Promise<boolean> {
    if (await namesProfile(pid)) return true;
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) {
      if (members.has(at)) return true;
      if (strangers.has(at)) return false;
    }
    return false;
  }

  async function namesProfile(pid: number): Promise<boolean> {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(`--user-data-dir=${profileFolder}`);
  }

  return {
    look,
    /** Returns once none is left: one that is killed takes a moment to end, and may have started another before. */
    async kill(): Promise<void> {
      const patience = AbortSignal.timeout(killMs);
      for (let pids = await look(); pids.length > 0 && !patience.aborted; pids = await look()) {
        for (const pid of pids) killNow(pid);
        await sleep(20);
      }
    },
  };
}
export type ProcessTree = ReturnType<typeof processTree>;

/** The kernel ends what it kills, but for a process that waits for a device; nobody waits for that one. */
const killMs = 10_000;

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** 0 for one that has ended. */
async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1] ?? 0);
}

/** Not for one that has ended and that its parent has not asked about (proc(5): Z, X). */
async function isRunning(pid: number): Promise<boolean> {
  const [state] = await statOf(pid);
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** State and parent of a process; nothing of one that is gone. The name before them may hold blanks and brackets. */
async function statOf(pid: number): Promise<readonly (string | undefined)[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * What a process has taken of the memory: its own pages and what it shares with its like, in the memory or swapped out; files that are
 * mapped can be dropped.
 * Unlike the share that the kernel would reckon for it, every process may ask this of any other. Shared pages count in each: a bound errs
 * on the side of less.
 */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return ['RssAnon', 'RssShmem', 'VmSwap'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024,
    0,
  );
}

/**
 * When memory runs out, the kernel ends whoever scores highest: a browser rather than PostgreSQL, which stays where it was started. Raising
 * the score needs no privilege;
 * of a sandboxed process it belongs to root, and what was inherited stands.
 */
export async function setKillPriority(pid: number | 'self', score: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, String(score)).catch(() => undefined);
}

/** Scores of 1000 at most: a worker, and with it all that it starts, above any server; a browser above its worker. */
export const killPriorities = { worker: 500, browser: 900 } as const;
