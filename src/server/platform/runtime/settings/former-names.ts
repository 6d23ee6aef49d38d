/** Former names of environment variables, which release 1.1 still reads. The next release drops them. */
export const formerNames: Readonly<Record<string, string>> = {
  SWEEP_BYTES_PER_SECOND: 'SCRUB_BYTES_PER_SECOND',
  SWEEP_CYCLE_DAYS: 'SCRUB_CYCLE_DAYS',
};

/** The environment with the values of former names under today's names. A value under today's name is used instead, if there is one. */
export function underTodaysNames(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const former = Object.entries(formerNames).map(([old, name]) => [name, env[old]] as const);
  return { ...Object.fromEntries(former), ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')) };
}

/** One warning for each former name that is set. */
export function formerNameWarnings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(formerNames)
    .filter(([old]) => (env[old] ?? '') !== '')
    .map(([old, name]) =>
      (env[name] ?? '') === ''
        ? `${old} is now called ${name}; the old name is read until the next release`
        : `${old} is ignored, because ${name} is set; remove it`,
    );
}
