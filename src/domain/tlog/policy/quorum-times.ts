import { hasQuorum, type PolicyWitnessVerdict } from './judge-policy.ts';
import type { Policy } from './policy.ts';

/** Seconds since 1970 that enough witnesses of a policy vouch for. Within a quorum one honest witness is enough. */
export interface QuorumTimes {
  /** At the latest then the quorum had seen the checkpoint. */
  readonly notAfter: number;
  /** What names all the cosignatures is not older: a quorum of them did not exist before. */
  readonly notBefore: number;
}

/** Null where too few say a time, and where the policy demands nobody. */
export function quorumTimes(policy: Policy, witnesses: readonly PolicyWitnessVerdict[]): QuorumTimes | null {
  const timed = witnesses.flatMap(({ name, time }) => (time === null || time <= 0 ? [] : [{ name, time }]));
  const times = timed.map(({ time }) => time).toSorted((a, b) => a - b);
  const isMetBy = (within: (time: number) => boolean) =>
    hasQuorum(
      policy,
      timed.filter(({ time }) => within(time)).map(({ name }) => name),
    );
  const notAfter = times.find((until) => isMetBy((time) => time <= until));
  const notBefore = times.findLast((from) => isMetBy((time) => time >= from));
  return notAfter === undefined || notBefore === undefined || isMetBy(() => false) ? null : { notAfter, notBefore };
}
