import { feedbackType } from '../../domain/codes/feedback.ts';
import { userType } from '../../domain/codes/users.ts';
import { formatTime } from '../../domain/text/time.ts';
import { typedPhone } from '../../domain/text/typed.ts';
import type { FeedbackRow } from '../../contract/console/feedback.ts';
import type { ListedFeedback } from './feedback-list.ts';

export function feedbackRowOf(row: ListedFeedback): FeedbackRow {
  const mobile = typedPhone(row.mobile ?? '');
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
