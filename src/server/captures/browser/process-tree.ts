import { readdir, readFile, writeFile } from 'node:fs/promises';

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
    return [...members];
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
    async kill(): Promise<void> {
      for (const pid of await look()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
      }
    },
  };
}
export type ProcessTree = ReturnType<typeof processTree>;

/** 0 for one that has ended. The name before it may hold blanks and brackets. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1] ?? 0,
  );
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
