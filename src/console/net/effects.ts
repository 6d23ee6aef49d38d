import type { Effects } from './verdict.ts';

let installed: Effects | undefined;

/** The shell says what replies do to the console, before the first call is made. */
export function installEffects(effects: Effects): void {
  installed = effects;
}

/** What a reply may do. @throws Error before the shell has installed it. */
export function effects(): Effects {
  if (!installed) throw new Error('no effects are installed');
  return installed;
}
