import type { Work } from '../feature/work.ts';

/** Recordings that were started. */
export const recordingWork: Work = {
  waiting: [],
  activities: [
    { name: '过程取证', needs: ['online:process'], series: { list: 'recording', facet: 'process' } },
    { name: '移动端取证', needs: ['online:move'], series: { list: 'recording', facet: 'move' } },
  ],
};
