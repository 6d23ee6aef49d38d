import type { hintCalls } from '../../contract/console/reviews/hints.ts';
import { userStatus } from '../../domain/codes/users.ts';
import type { Deps } from '../feature/deps.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import { operatorActor, recordTrail } from '../trail/trail.ts';
import { submissionOf } from '../users/submission.ts';
import { detailInfoOf } from '../users/wire-rows.ts';
import { shownName } from './hint-row.ts';
import { hintsOf } from './hints.ts';
import { noteShown } from './store.ts';

export function hintRoutes({ db }: Pick<Deps, 'db'>): Handlers<typeof hintCalls> {
  return {
    async reviewHints({ submission_id }, { operator }) {
      const hints = await hintsOf(db, submission_id);
      if (!hints) throw refuse('该资料不存在');
      const shown = hints.list.map(shownName);
      await noteShown(db, submission_id, operator.accountId, shown);
      return { is_read: hints.isRead, list: hints.list };
    },

    /** Shows only users whom a hint of this submission names. */
    async hintOther({ submission_id, other_submission_id }, { operator, ip, links }) {
      const hints = await hintsOf(db, submission_id);
      if (!hints?.list.some((hint) => hint.other_submission_id === other_submission_id)) throw refuse('该资料不存在');
      const row = await db.selectFrom('user_submission').selectAll().where('id', '=', other_submission_id).executeTakeFirstOrThrow();
      const user = await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirstOrThrow();
      const shown = ['contact_idcard', ...(Object.keys(row.pictures).length > 0 ? ['pictures'] : [])];
      await recordTrail(db, operatorActor(operator, ip), { action: '查看用户资料', object: `user/${user.id}`, after: { shown } });
      return {
        user_id: user.id,
        name: user.name === '' ? user.mobile : user.name,
        mobile: user.mobile,
        status_name: userStatus.label(user.status),
        info: detailInfoOf(user.type, user.repair, submissionOf(row, links), true),
      };
    },
  };
}
