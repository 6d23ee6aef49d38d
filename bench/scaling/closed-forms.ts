/** Closed-form results of queueing theory; the simulation is tested against them, and the model prints them beside its own results. */

/**
 * Share of arrivals that must wait, with random arrivals and services (M/M/c). @param offered load in Erlang: arrivals per second times
 * seconds per service; below `servers`. Source: A. K. Erlang, 1917 (Erlang C); by the recursion of Erlang B, which does not overflow.
 */
export function erlangC(servers: number, offered: number): number {
  if (offered >= servers) return 1;
  let blocked = 1;
  for (let at = 1; at <= servers; at += 1) blocked = (offered * blocked) / (at + offered * blocked);
  return blocked / (1 - (offered / servers) * (1 - blocked));
}

/** Mean seconds in the queue of M/M/c. */
export function waitOfMMc(servers: number, perSecond: number, serviceSeconds: number): number {
  const offered = perSecond * serviceSeconds;
  return offered >= servers ? Number.POSITIVE_INFINITY : (erlangC(servers, offered) * serviceSeconds) / (servers - offered);
}

/**
 * Mean seconds in the queue of M/G/1. @param variation squared coefficient of variation of the service: 0 if all are equal (M/D/1), 1 if it
 * is exponential. Source: Pollaczek and Khinchine.
 */
export function waitOfMG1(perSecond: number, serviceSeconds: number, variation: number): number {
  const load = perSecond * serviceSeconds;
  return load >= 1 ? Number.POSITIVE_INFINITY : ((load * serviceSeconds) / (1 - load)) * ((1 + variation) / 2);
}
