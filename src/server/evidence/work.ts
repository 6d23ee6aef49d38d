import type { Work } from '../feature/work.ts';

/** Evidence stored by clients; what was collected online has its own plots. */
export const evidenceWork: Work = {
  waiting: [],
  activities: [
    { name: '企业存证', needs: ['evidence:enterprise'], series: { list: 'evidence', facet: 'enterprise' } },
    { name: '个人存证', needs: ['evidence:personal'], series: { list: 'evidence', facet: 'personal' } },
  ],
};
