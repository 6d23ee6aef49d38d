import type { Round } from './scene.ts';

/**
 * The shortest history that is found to fail as well: first cut at its end, then ever smaller pieces of it are left out, then its rounds
 * are made narrower. Each step throws its own dice, so what is left out changes no other step but by what was there to do it to.
 * @param fails plays a history from the beginning. Source of the order: Zeller and Hildebrandt, Simplifying and Isolating
 * Failure-Inducing Input (ddmin).
 */
export async function shrink(
  rounds: readonly Round[],
  fails: (rounds: readonly Round[]) => Promise<boolean>,
  { until, note }: { readonly until: number; readonly note: (line: string) => void },
): Promise<readonly Round[]> {
  let shortest = rounds;
  const attempt = async (candidate: readonly Round[]): Promise<boolean> => {
    if (Date.now() > until || candidate.length === 0 || !(await fails(candidate))) return false;
    shortest = candidate;
    note(`${stepsOf(candidate)} steps in ${candidate.length} rounds`);
    return true;
  };
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end: what came last before the failure is what is most often needed, and what came first is what it stands on.
    for (let start = Math.max(0, shortest.length - 1 - size); start >= 0 && Date.now() < until; start -= size) {
      await attempt([...shortest.slice(0, start), ...shortest.slice(start + size)]);
      if (start === 0) break;
      if (start < size) start = size;
    }
  }
  for (let at = shortest.length - 1; at >= 0; at -= 1) {
    for (const number of shortest[at] ?? []) {
      if (Date.now() > until) return shortest;
      const narrower = (shortest[at] ?? []).filter((one) => one !== number);
      await attempt([...shortest.slice(0, at), ...(narrower.length > 0 ? [narrower] : []), ...shortest.slice(at + 1)]);
      if (narrower.length === 0) break;
    }
  }
  return shortest;
}

export function stepsOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + round.length, 0);
}
