import { createEmitter } from '../net/emitter.ts';
import { densityChoice, themeChoice } from './choices.ts';
import type { Density, Theme } from './looks.ts';

const changed = createEmitter();

/** What the page stands in; the style sheets read the same two attributes. */
export const look = {
  subscribe: changed.subscribe,
  theme: (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'),
  density: (): Density => (document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'standard'),
};

/** Follows the choices, in whichever tab they are made, and the system where it decides. @returns what ends that. */
export function followLook(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset['theme'] = themeOf(themeChoice.current(), system.matches);
    dataset['density'] = densityChoice.current();
    changed.emit();
  };
  apply();
  const stops = [themeChoice.subscribe(apply), densityChoice.subscribe(apply)];
  system.addEventListener('change', apply);
  return () => {
    for (const stop of stops) stop();
    system.removeEventListener('change', apply);
  };
}

export function themeOf(choice: (typeof themeChoice.values)[number], isSystemDark: boolean): Theme {
  if (choice === 'system') return isSystemDark ? 'dark' : 'light';
  return choice;
}
