import { contract, type Contract } from '../contract/console/index.ts';
import { intakeCalls, type IntakeCalls } from '../contract/open/index.ts';
import type { Handlers } from './platform/http/mount.ts';
import type { PeriodicJob } from './platform/jobs/periodic.ts';
import { joinReferences, type References } from './desk/references/reference.ts';
import type { IntakeHandlers } from './open/signed/mount.ts';
import type { ListCounts } from './desk/lists/list-counts.ts';
import type { Deps, GivenDeps } from './deps.ts';
import type { Feature } from './feature.ts';
import type { Work } from './desk/work.ts';

/** The combined contributions of all features. */
export interface Joined {
  readonly routes: Handlers<Contract>;
  readonly openRoutes: IntakeHandlers<IntakeCalls>;
  readonly registers: readonly NonNullable<Feature['register']>[];
  readonly signedRegisters: readonly NonNullable<Feature['registerSigned']>[];
  readonly jobs: readonly PeriodicJob[];
}

/** Creates the features of a list and joins them in its order. @throws as `joinHandlers` */
export function joinFeatures(list: readonly ((deps: Deps) => Feature)[], given: GivenDeps): Joined {
  const deps: Deps = { ...given, work: () => work, counts: () => counts, finders: () => finders, references: () => references };
  const features = list.map((feature) => feature(deps));
  const work: Work = {
    waiting: features.flatMap((feature) => feature.work?.waiting ?? []),
    activities: features.flatMap((feature) => feature.work?.activities ?? []),
    queues: features.flatMap((feature) => feature.work?.queues ?? []),
  };
  const counts: ListCounts = Object.assign({}, ...features.map((feature) => feature.counts ?? {}));
  const finders = features.flatMap((feature) => feature.finders ?? []);
  const references: References = joinReferences(
    given.db,
    features.flatMap((feature) => feature.references ?? []),
  );
  return {
    // The casts are safe: `joinHandlers` checks the names, and each feature the types of its handlers.
    routes: joinHandlers(
      contract,
      features.map(({ routes }) => routes ?? {}),
    ) as Handlers<Contract>,
    openRoutes: joinHandlers(
      intakeCalls,
      features.map(({ openRoutes }) => openRoutes ?? {}),
    ) as IntakeHandlers<IntakeCalls>,
    registers: features.flatMap(({ register }) => register ?? []),
    signedRegisters: features.flatMap(({ registerSigned }) => registerSigned ?? []),
    jobs: features.flatMap(({ jobs }) => jobs ?? []),
  };
}

/** Merges tables of handlers. @throws Error that names a call with no handler or with two, or a handler of an unknown call. */
export function joinHandlers(calls: object, tables: readonly object[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [name, handler] of tables.flatMap((table) => Object.entries(table))) {
    if (!Object.hasOwn(calls, name)) throw new Error(`the handler ${name} is of no call`);
    if (Object.hasOwn(joined, name)) throw new Error(`the call ${name} has two handlers`);
    joined[name] = handler;
  }
  const missing = Object.keys(calls).find((name) => !Object.hasOwn(joined, name));
  if (missing !== undefined) throw new Error(`the call ${missing} has no handler`);
  return joined;
}
