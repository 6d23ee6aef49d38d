import { feedbackType, type FeedbackType } from '../../domain/codes/feedback.ts';
import { userType, type UserStatus, type UserType } from '../../domain/codes/users.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { FeedbackRow } from '../../contract/console/feedback.ts';

/** What a user wrote from an app. Name, mobile and verification are his of now; null where there is no such user. */
export interface ListedFeedback {
  readonly id: string;
  readonly userType: UserType;
  readonly kind: FeedbackType;
  readonly content: string;
  readonly version: string;
  readonly model: string;
  readonly system: string;
  readonly at: Date;
  readonly name: string | null;
  readonly mobile: string | null;
  readonly status: UserStatus | null;
}

export function feedbackRowOf(row: ListedFeedback): FeedbackRow {
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
