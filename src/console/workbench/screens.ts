import type { Screen } from '../screen/screen.ts';
import { workbenchPath } from '../session/guard.ts';

export const workbenchScreens: readonly Screen[] = [
  {
    path: workbenchPath,
    title: '工作台',
    permission: 'signedIn',
    first: () => ({ path: '/api/ajax/workbench/getSummary', fields: {} }),
    load: async () => (await import('./workbench.tsx')).Workbench,
  },
];
