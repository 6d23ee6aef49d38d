import type { feedbackCalls } from '../../contract/console/feedback.ts';
import { feedbackRowOf } from './wire-rows.ts';
import { listPage } from '../lists/list-page.ts';
import type { Handlers } from '../http/mount.ts';
import { feedbackList } from './feedback-list.ts';
import type { Deps } from '../feature/deps.ts';

export function feedbackRoutes({ lists }: Pick<Deps, 'lists'>): Handlers<typeof feedbackCalls> {
  return {
    async feedback({ status: userType, type: kind, page, limit }) {
      const { rows, total } = await listPage(lists, feedbackList, { facets: { user_type: userType, kind }, page, limit });
      return { list: rows.map(feedbackRowOf), count: total };
    },
  };
}
