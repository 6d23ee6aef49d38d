import type { Work } from '../feature/work.ts';

/** Captures that were asked for. */
export const captureWork: Work = {
  waiting: [],
  activities: [{ name: '网页取证', needs: ['online:web'], series: { list: 'capture', facet: 'web' } }],
};
