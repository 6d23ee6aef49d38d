import { userListStatus, userType } from '../../../domain/business/codes/users.ts';
import { listSource } from '../../kit/list/list-source.ts';

/** The two user lists differ only in the type that they request. */
export const enterpriseSource = userSource(userType.code('enterprise'));
export const individualSource = userSource(userType.code('personal'));

function userSource(type: number) {
  return listSource('/api/ajax/user/getUserList', { type }, [
    { kind: 'days', field: 'registtime', label: '注册时间' },
    { kind: 'days', field: 'realtime', label: '认证时间' },
    { kind: 'select', field: 'status', label: '认证状态', options: userListStatus.options, isTabs: true },
    { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称或手机号' },
  ]);
}
