import { createEmitter } from '../net/emitter.ts';
import { densityChoice, themeChoice } from './choices.ts';
import type { Density, Theme } from './looks.ts';

const changed = createEmitter();

/** The current theme and density; the style sheets read the same two attributes. */
export const look = {
  subscribe: changed.subscribe,
  theme: (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'),
  density: (): Density => (document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'standard'),
};

/** Follows the choices of all tabs, and the system's theme if the choice is `system`. @returns a function that stops it. */
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
