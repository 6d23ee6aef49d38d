import type { Work } from '../feature/work.ts';

export const pointsWork: Work = {
  waiting: [],
  activities: [{ name: '积分赠送', needs: ['user:integral'], series: { list: 'gifts', facet: '' } }],
};
