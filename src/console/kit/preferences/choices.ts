import { densities, themes } from './looks.ts';
import { preference } from './preference.ts';

/** `first-look.ts` reads the first two under the same keys, before the first paint. */
export const themeChoice = preference('theme', ['system', ...themes]);
export const densityChoice = preference('density', densities);
/** Whether open screens appear as tabs. */
export const tabsChoice = preference('tabs', ['off', 'on']);
