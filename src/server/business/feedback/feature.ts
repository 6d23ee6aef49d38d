import type { feedbackCalls, FeedbackRow } from '../../../contract/console/feedback.ts';
import type { feedbackIntakeCalls } from '../../../contract/open/feedback.ts';
import { feedbackType } from '../../../domain/business/codes/feedback.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import { defineList } from '../../desk/lists/list.ts';
import { type Actor, recordTrail } from '../../desk/trail/trail.ts';
import { once } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { insertFeedback } from './store.ts';

/** Feedback from users. */
export function feedback(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: feedbackRoutes(deps),
    openRoutes: feedbackOpenRoutes(deps),
    counts,
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  feedback: ({ status: userType, type: kind }) => countedTotalOf(feedbackList, { facets: { user_type: userType, kind } }),
};

function feedbackOpenRoutes({ db }: Pick<Deps, 'db'>): IntakeHandlers<typeof feedbackIntakeCalls> {
  return {
    async createFeedback({ body: { unique_id, ...feedback }, client, actor }) {
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createFeedback', feedback] }, async (tx) => ({
        id: await addFeedback(tx, feedback, actor),
      }));
    },
  };
}

function feedbackRoutes({ lists }: Pick<Deps, 'lists'>): Handlers<typeof feedbackCalls> {
  return {
    async feedback({ status: userType, type: kind, page, limit }) {
      const { rows, total } = await listPage(lists, feedbackList, { facets: { user_type: userType, kind }, page, limit });
      return { list: rows.map(feedbackRowOf), count: total };
    },
  };
}

function feedbackRowOf(row: ListedFeedback): FeedbackRow {
  const mobile = row.mobile ?? '';
  return {
    id: row.id,
    name: row.name || mobile,
    mobile,
    userStatus: userType.code(row.userType),
    userStatusName: `${userType.label(row.userType)}${row.status === 'approved' ? '已认证' : '未认证'}`,
    model_name: row.model,
    status_name: row.system,
    version: row.version,
    type: feedbackType.code(row.kind),
    type_name: feedbackType.label(row.kind),
    content: row.content,
    add_time: formatTime(row.at),
  };
}

/** Feedback, newest first. Declared in migrations/baseline/0006_users.sql. Name and verification are the user's current ones. */
const feedbackList = defineList({
  name: 'feedback',
  table: 'feedback',
  time: 'at',
  columns: {
    id: 'id',
    userType: 'user_type',
    kind: 'kind',
    content: 'content',
    version: 'version',
    model: 'model',
    system: 'system',
    at: 'at',
  },
  join: { table: 'users', key: 'id', of: 'user_id', columns: { name: 'name', mobile: 'mobile', status: 'status' } },
  counted: [[], ['user_type'], ['kind'], ['user_type', 'kind']],
  ranges: {},
});
type ListedFeedback = ListRow<typeof feedbackList>;

interface NewFeedback {
  readonly user_id: string;
  readonly type: number;
  readonly content: string;
  readonly version: string;
  readonly model_name: string;
  readonly status_name: string;
}

/** Stores a user's feedback. @throws IntakeRefusal 404 */
async function addFeedback(
  tx: Tx,
  { user_id, type, content, version, model_name: model, status_name: system }: NewFeedback,
  actor: Actor,
): Promise<string> {
  const user = await tx.selectFrom('users').select('type').where('id', '=', user_id).executeTakeFirst();
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  const kind = feedbackType.nameOf(type);
  if (!kind) throw new IntakeRefusal(400, 'malformed', 'type: is unknown');
  const id = await insertFeedback(tx, { user_id, user_type: user.type, kind, content, version, model, system });
  await recordTrail(tx, actor, { action: '提交反馈', object: `feedback/${id}`, after: { user: user_id, kind } });
  return id;
}
