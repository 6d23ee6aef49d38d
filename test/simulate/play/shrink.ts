import type { Round } from './scene.ts';

/** Plays a history from its beginning. @returns its rounds up to the failure; undefined where there is none. */
export type Fails = (rounds: readonly Round[]) => Promise<readonly Round[] | undefined>;

export interface ShrinkBounds {
  /** No history is played from this moment on (`Date.now`). */
  readonly until: number;
  /** Told of each shorter history that fails too. */
  readonly note: (line: string) => void;
}

/**
 * The shortest history that is found to fail as well: first rounds are left out, in ever smaller pieces, then steps. Each step throws its
 * own dice, so what is left out changes no other step but by what was there to do it to.
 * @param rounds fail in their last one. Source of the order: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input.
 */
export async function shrink(rounds: readonly Round[], fails: Fails, { until, note }: ShrinkBounds): Promise<readonly Round[]> {
  const attempt: Fails = async (candidate) => {
    if (Date.now() > until || candidate.length === 0) return undefined;
    const failing = await fails(candidate);
    if (failing) note(`${stepsOf(failing)} steps in ${failing.length} rounds`);
    return failing;
  };
  const ofRounds = await leaveOut(rounds, 1, attempt);
  const steps = await leaveOut(placed(ofRounds), 0, async (candidate) => {
    const failing = await attempt(inRounds(candidate));
    return failing && placed(failing);
  });
  return inRounds(steps);
}

/**
 * From the end to the beginning, in ever smaller pieces: what came last before the failure stands on little of what came before it.
 * @param kept items at the end that stay.
 */
async function leaveOut<Item>(
  items: readonly Item[],
  kept: number,
  attempt: (rest: readonly Item[]) => Promise<readonly Item[] | undefined>,
): Promise<readonly Item[]> {
  let shortest = items;
  for (let size = Math.ceil((items.length - kept) / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = shortest.length - kept; end > 0; ) {
      const start = Math.max(0, end - size);
      shortest = (await attempt([...shortest.slice(0, start), ...shortest.slice(end)])) ?? shortest;
      end = Math.min(start, shortest.length - kept);
    }
  }
  return shortest;
}

interface PlacedStep {
  readonly round: number;
  readonly step: number;
}

function placed(rounds: readonly Round[]): PlacedStep[] {
  return rounds.flatMap((steps, round) => steps.map((step) => ({ round, step })));
}

/** A round without a step is none. */
function inRounds(steps: readonly PlacedStep[]): Round[] {
  const rounds = new Map<number, number[]>();
  for (const { round, step } of steps) rounds.set(round, [...(rounds.get(round) ?? []), step]);
  return [...rounds.values()];
}

export function stepsOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + round.length, 0);
}
