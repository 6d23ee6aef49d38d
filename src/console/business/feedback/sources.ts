import { feedbackType } from '../../../domain/business/codes/feedback.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { postedListSource } from '../../kit/list/list-source.ts';

export const feedbackSource = postedListSource('/api/version/feedback', {}, [
  { kind: 'select', field: 'status', label: '账户类型', options: userType.options },
  { kind: 'select', field: 'type', label: '问题类型', options: feedbackType.options },
]);
