import { hasQuorum, type PolicyWitnessVerdict } from './judge-policy.ts';
import type { Policy } from './policy.ts';

/** Times that enough witnesses of a policy vouch for, in seconds since 1970. One honest witness within a quorum is enough. */
export interface QuorumTimes {
  /** By this time at the latest, the quorum had seen the checkpoint. */
  readonly notAfter: number;
  /** Anything that names all the cosignatures is not older than this: no quorum of them existed before. */
  readonly notBefore: number;
}

/** Null if too few witnesses state a time, and if the policy requires no witness. */
export function quorumTimes(policy: Policy, witnesses: readonly PolicyWitnessVerdict[]): QuorumTimes | null {
  const timed = witnesses.flatMap(({ name, time }) => (time === null || time <= 0 ? [] : [{ name, time }]));
  const times = timed.map(({ time }) => time).sort((a, b) => a - b);
  const isMetBy = (within: (time: number) => boolean) =>
    hasQuorum(
      policy,
      timed.filter(({ time }) => within(time)).map(({ name }) => name),
    );
  const notAfter = times.find((until) => isMetBy((time) => time <= until));
  const notBefore = times.findLast((from) => isMetBy((time) => time >= from));
  return notAfter === undefined || notBefore === undefined || isMetBy(() => false) ? null : { notAfter, notBefore };
}
