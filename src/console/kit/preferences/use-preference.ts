import { useSyncExternalStore } from 'react';
import { look } from './look.ts';
import type { Density, Theme } from './looks.ts';
import type { Preference } from './preference.ts';

/** The current value of a setting; renders again when it changes. */
export function usePreference<Value extends string>(preference: Preference<Value>): Value {
  return useSyncExternalStore(preference.subscribe, preference.current);
}

export function useTheme(): Theme {
  return useSyncExternalStore(look.subscribe, look.theme);
}

export function useDensity(): Density {
  return useSyncExternalStore(look.subscribe, look.density);
}
