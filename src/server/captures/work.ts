import type { Work } from '../feature/work.ts';

/** Captures waiting and done, for the workbench. */
export const captureWork: Work = {
  waiting: [],
  activities: [{ name: '网页取证', needs: ['online:web'], series: { list: 'capture', facet: 'web' } }],
};
