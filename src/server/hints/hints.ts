import type { HintRow } from '../../contract/console/reviews/hints.ts';
import type { Database } from '../db/database.ts';
import { numberHints } from './number-hints.ts';
import { pictureHints } from './picture-hints.ts';
import { earlierRejections, sameElsewhere } from './other-users.ts';

/** All hints about a submission, notices first; null if there is no submission of this id. */
export async function hintsOf(db: Database, submissionId: string): Promise<{ isRead: boolean; list: HintRow[] } | null> {
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
  const list = [...numberHints(submission), ...pictures, ...same, ...rejected];
  return { isRead: submission.findings !== null, list: list.toSorted((a, b) => Number(b.is_notice) - Number(a.is_notice)) };
}
