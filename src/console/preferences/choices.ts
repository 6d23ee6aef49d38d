import { densities, themes } from './looks.ts';
import { preference } from './preference.ts';

/** `first-look.ts` reads the first two by the same keys, before anything is painted. */
export const themeChoice = preference('theme', ['system', ...themes]);
export const densityChoice = preference('density', densities);
/** Whether the open screens stand in tabs. */
export const tabsChoice = preference('tabs', ['off', 'on']);
