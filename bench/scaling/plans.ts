import { simulateOffice, type Outcome, type Scenario } from './office-model.ts';
import type { ServiceTimes, Sizes } from './service-times.ts';

/** The requirements on an installation: short waits, no growing backlog, and a third of every processor left for peak hours. */
export const bounds = { utilisation: 0.7, intakeP99Ms: 1000, callP99Ms: 500, behindSeconds: 10 } as const;

/** The missed bounds of an outcome, in the words of `docs/scaling.md`; empty if it carries the load. */
export function missedBy(outcome: Outcome, { intakesPerSecond }: Pick<Scenario, 'intakesPerSecond'>): string[] {
  const missed: [boolean, string][] = [
    [outcome.postgresUtilisation > bounds.utilisation, 'PostgreSQL’s processors'],
    [outcome.mainUtilisation > bounds.utilisation, 'the servers’ main threads'],
    [outcome.logBehindSeconds > bounds.behindSeconds || outcome.logUtilisation > 0.95, 'the one log'],
    [outcome.trailBehindSeconds > bounds.behindSeconds || outcome.trailUtilisation > 0.95, 'the one chain of the trail'],
    [outcome.lockedShare > 0.5, 'batches wait for accounts'],
    [outcome.intakesPerSecond < 0.98 * intakesPerSecond || outcome.intakeP99Ms > bounds.intakeP99Ms, 'intakes wait'],
    [outcome.callP99Ms > bounds.callP99Ms, 'operators wait'],
  ];
  return missed.flatMap(([isMissed, what]) => (isMissed ? [what] : []));
}

/** PostgreSQL's processors for a load, even if each batch has one piece, including the third that is left free. */
export function postgresCoresFor(times: ServiceTimes, { intakesPerSecond, callsPerSecond }: Load): number {
  const busy = (intakesPerSecond * (times.intakePostgresMs + times.batchMs) + callsPerSecond * times.callPostgresMs) / 1000;
  return Math.max(1, Math.ceil(busy / bounds.utilisation));
}

type Load = Pick<Scenario, 'intakesPerSecond' | 'callsPerSecond'>;

export interface Planned {
  /** Null if no number of servers up to `most` carries the load. */
  readonly servers: number | null;
  readonly postgresCores: number;
  /** The outcome with the fewest servers that carry it, or with `most`. */
  readonly outcome: Outcome;
  readonly missed: readonly string[];
}

/** The fewest servers that carry a load, with as many processors for PostgreSQL as the load needs. */
export function fewestServers(times: ServiceTimes, scenario: Omit<Scenario, 'servers' | 'postgresCores'>, most = 48): Planned {
  const postgresCores = postgresCoresFor(times, scenario);
  const tried = (servers: number): Planned => {
    const outcome = simulateOffice(times, { ...scenario, servers, postgresCores });
    return { servers, postgresCores, outcome, missed: missedBy(outcome, scenario) };
  };
  const busy = (scenario.intakesPerSecond * times.intakeMainMs + scenario.callsPerSecond * times.callMainMs) / 1000;
  const least = Math.max(1, Math.ceil(busy / bounds.utilisation));
  if (least > most) return { ...tried(most), servers: null };
  for (let servers = least; servers < most; servers += Math.max(1, Math.floor(servers / 8))) {
    const planned = tried(servers);
    if (planned.missed.length === 0) return planned;
  }
  const last = tried(most);
  return last.missed.length === 0 ? last : { ...last, servers: null };
}

/**
 * The maximum of intakes a second, by bisection, that this many servers with a large PostgreSQL carry; and the missed bounds just above it.
 */
export function mostIntakes(times: ServiceTimes, scenario: Omit<Scenario, 'intakesPerSecond' | 'postgresCores'>, upTo: number) {
  const missedAt = (intakesPerSecond: number): string[] => {
    const load = { ...scenario, intakesPerSecond };
    return missedBy(simulateOffice(times, { ...load, postgresCores: postgresCoresFor(times, load) }), load);
  };
  let [bears, breaks] = [0, upTo];
  let missed = missedAt(upTo);
  if (missed.length === 0) return { perSecond: upTo, missed };
  while (breaks - bears > Math.max(25, breaks / 40)) {
    const middle = Math.round((bears + breaks) / 2);
    const found = missedAt(middle);
    if (found.length === 0) bears = middle;
    else [breaks, missed] = [middle, found];
  }
  return { perSecond: bears, missed };
}

/** Connections that PostgreSQL must allow: all pools full, commands, a backup, and its own reserve. */
export function connectionsFor(sizes: Sizes, servers: number, workers: number): number {
  const [commands, ofSuperuser] = [4, 3];
  return servers * sizes.connectionsOfServer + workers * sizes.connectionsOfWorker + commands + ofSuperuser;
}

/** Bytes on PostgreSQL's disk for this much evidence, plus a third for space that vacuum has not reclaimed yet. */
export function diskFor(sizes: Sizes, evidence: number): number {
  return (evidence * sizes.evidenceBytes * 4) / 3;
}
