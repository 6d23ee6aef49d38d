import type { Work } from '../feature/work.ts';

/** New orders. No order waits for an operator. */
export const orderWork: Work = {
  waiting: [],
  activities: [{ name: '公证订单', needs: ['finance:order'], series: { list: 'orders', facet: '' } }],
};
