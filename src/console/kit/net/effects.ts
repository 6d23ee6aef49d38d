import type { Effects } from './verdict.ts';

let installed: Effects | undefined;

/** The shell installs what replies may do to the console, before the first call. */
export function installEffects(effects: Effects): void {
  installed = effects;
}

/** The installed effects. @throws Error before the shell has installed them. */
export function effects(): Effects {
  if (!installed) throw new Error('no effects are installed');
  return installed;
}
