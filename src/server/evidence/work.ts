import type { Work } from '../feature/work.ts';

/** Evidence that came in; what was collected online has plots of its own. */
export const evidenceWork: Work = {
  waiting: [],
  activities: [
    { name: '企业存证', needs: ['evidence:enterprise'], series: { list: 'evidence', facet: 'enterprise' } },
    { name: '个人存证', needs: ['evidence:personal'], series: { list: 'evidence', facet: 'personal' } },
  ],
};
