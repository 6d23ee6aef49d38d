import type { Work } from '../todo/work.ts';

/** Evidence that came in. Of online collection all kinds are counted together, so whoever may see but one of them is not told. */
export const evidenceWork: Work = {
  waiting: [],
  activities: [
    { name: '企业存证', needs: ['evidence:enterprise'], series: { list: 'evidence', facet: 'enterprise' } },
    { name: '个人存证', needs: ['evidence:personal'], series: { list: 'evidence', facet: 'personal' } },
    { name: '在线取证', needs: ['online:web', 'online:process', 'online:move'], series: { list: 'evidence', facet: 'online' } },
  ],
};
