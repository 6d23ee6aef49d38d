import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The processes of one browser: those that name its profile, and all their descendants. Linux only; elsewhere the set is empty. */
export function processTree(profileFolder: string) {
  const members = new Set<number>();
  /** Seen before and unrelated: a process never becomes a descendant later. */
  const unrelated = new Set<number>();

  /** The members that are running now. */
  async function look(): Promise<readonly number[]> {
    const pids = new Set((await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number));
    for (const known of [members, unrelated]) for (const pid of known) if (!pids.has(pid)) known.delete(pid);
    const fresh = [...pids].filter((pid) => !members.has(pid) && !unrelated.has(pid));
    const parents = new Map(await Promise.all(fresh.map(async (pid) => [pid, await parentOf(pid)] as const)));
    for (const pid of fresh) ((await isMember(pid, parents)) ? members : unrelated).add(pid);
    const running = await Promise.all([...members].map(async (pid) => ((await isRunning(pid)) ? [pid] : [])));
    return running.flat();
  }

  async function isMember(pid: number, parents: ReadonlyMap<number, number>): Promise<boolean> {
    if (await namesProfile(pid)) return true;
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) {
      if (members.has(at)) return true;
      if (unrelated.has(at)) return false;
    }
    return false;
  }

  async function namesProfile(pid: number): Promise<boolean> {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(`--user-data-dir=${profileFolder}`);
  }

  return {
    look,
    /** Returns when none is left. A killed process takes a moment to end, and may have started another before. */
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

/** A killed process that waits for a device may not end; it is not waited for longer than this. */
const killMs = 10_000;

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** 0 for a process that has ended. */
async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1] ?? 0);
}

/** False for a process that has ended but was not reaped by its parent (proc(5): Z, X). */
async function isRunning(pid: number): Promise<boolean> {
  const [state] = await statOf(pid);
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** State and parent of a process; empty if it is gone. The process name before them may contain blanks and brackets. */
async function statOf(pid: number): Promise<readonly (string | undefined)[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * Memory that a process uses: its private pages and what it shares with related processes, in memory or swapped out. Mapped files are left
 * out, because the kernel can drop them.
 * Unlike the kernel's proportional share (PSS), any process may read this of any other. Shared pages count in each process, so the sum errs
 * on the high side.
 */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return ['RssAnon', 'RssShmem', 'VmSwap'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024,
    0,
  );
}

/**
 * When memory runs out, the kernel kills the process with the highest score: a browser rather than PostgreSQL, whose score is unchanged.
 * Raising a score needs no privilege. The file of a sandboxed process belongs to root; it keeps the score that it inherited.
 */
export async function setKillPriority(pid: number | 'self', score: number): Promise<void> {
  await writeFile(`/proc/${pid}/oom_score_adj`, String(score)).catch(() => undefined);
}

/** Scores of at most 1000. A worker and all its children rank above any server, a browser above its worker. */
export const killPriorities = { worker: 500, browser: 900 } as const;
