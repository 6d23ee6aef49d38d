import type { Screen } from '../../kit/screen/screen.ts';
import { workbenchPath } from '../../kit/session/guard.ts';

export const workbenchScreens: readonly Screen[] = [
  {
    path: workbenchPath,
    title: '工作台',
    permission: 'signedIn',
    first: () => ({ path: '/api/ajax/workbench/getSummary', fields: {} }),
    load: () => import('./workbench.tsx').then((screen) => screen.Workbench),
  },
  {
    path: '/custody/calendar',
    title: '到期日历',
    permission: 'signedIn',
    first: () => ({ path: '/api/ajax/workbench/getCalendar', fields: {} }),
    load: () => import('./calendar.tsx').then((screen) => screen.Calendar),
  },
];
