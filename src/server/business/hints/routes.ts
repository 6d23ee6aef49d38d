import type { hintCalls, HintRow } from '../../../contract/console/hints.ts';
import { userStatus } from '../../../domain/business/codes/users.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { Deps } from '../../custody/deps.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { submissionOf } from '../users/submission.ts';
import { detailInfoOf } from '../users/wire-rows.ts';
import { shownName } from './hint-row.ts';
import { numberHints } from './number-hints.ts';
import { earlierRejections, sameElsewhere } from './other-users.ts';
import { pictureHints } from './picture-hints.ts';
import { noteShown } from './store.ts';

export function hintRoutes({ config, db }: Pick<Deps, 'config' | 'db'>): Handlers<typeof hintCalls> {
  return {
    async reviewHints({ submission_id }, { operator }) {
      const hints = await hintsOf(db, submission_id, config.demo);
      if (!hints) throw refuse('该资料不存在');
      const shown = hints.list.map(shownName);
      await noteShown(db, submission_id, operator.accountId, shown);
      return { is_read: hints.isRead, list: hints.list };
    },

    /** Shows only users whom a hint of this submission names. */
    async hintOther({ submission_id, other_submission_id }, { operator, ip, links }) {
      const hints = await hintsOf(db, submission_id, config.demo);
      if (!hints?.list.some((hint) => hint.other_submission_id === other_submission_id)) throw refuse('该资料不存在');
      const row = await db.selectFrom('user_submission').selectAll().where('id', '=', other_submission_id).executeTakeFirstOrThrow();
      const user = await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirstOrThrow();
      const mobile = typedPhone(user.mobile);
      const shown = ['contact_idcard', ...(Object.keys(row.pictures).length > 0 ? ['pictures'] : [])];
      await recordTrail(db, operatorActor(operator, ip), { action: '查看用户资料', object: `user/${user.id}`, after: { shown } });
      return {
        user_id: user.id,
        name: user.name === '' ? mobile : user.name,
        mobile,
        status_name: userStatus.label(user.status),
        info: detailInfoOf(user.type, user.repair, submissionOf(row, links), true),
      };
    },
  };
}

/** All hints about a submission, notices first; null if there is no submission of this id. */
async function hintsOf(db: Database, submissionId: string, hasDemo: boolean): Promise<{ isRead: boolean; list: HintRow[] } | null> {
  const submission = await db
    .selectFrom('user_submission as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('submission_reading as r', 'r.submission_id', 's.id')
    .select(['s.id', 's.user_id as userId', 's.user_type as type', 's.id_card as idCard', 's.tax_number as taxNumber', 'u.mobile'])
    .select(['s.submitted_at as submittedAt', 'r.pictures as findings'])
    .where('s.id', '=', submissionId)
    .executeTakeFirst();
  if (!submission) return null;
  const [same, rejected, pictures] = await Promise.all([
    sameElsewhere(db, submission),
    earlierRejections(db, submission),
    pictureHints(db, submission),
  ]);
  const list = [...numberHints(submission, hasDemo), ...pictures, ...same, ...rejected];
  return { isRead: submission.findings !== null, list: list.toSorted((a, b) => Number(b.is_notice) - Number(a.is_notice)) };
}
