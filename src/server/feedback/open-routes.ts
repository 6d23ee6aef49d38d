import type { feedbackIntakeCalls } from '../../contract/open/feedback.ts';
import type { Deps } from '../feature/deps.ts';
import { once } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { addFeedback } from './intake.ts';

export function feedbackOpenRoutes({ db }: Pick<Deps, 'db'>): IntakeHandlers<typeof feedbackIntakeCalls> {
  return {
    async createFeedback({ body: { unique_id, ...feedback }, client, actor }) {
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createFeedback', feedback] }, async (tx) => ({
        id: await addFeedback(tx, feedback, actor),
      }));
    },
  };
}
