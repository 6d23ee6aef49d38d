import { loginLogType, loginResult } from '../../../domain/business/codes/access.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const userLogSource = listSource('/api/LoginLog/getList', { type: loginLogType.code('user') }, [
  { kind: 'days', field: 'datetime', label: '登录时间' },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '账号ID/手机号/IP' },
]);
export const adminLogSource = listSource('/api/LoginLog/getList', { type: loginLogType.code('admin') }, [
  { kind: 'days', field: 'datetime', label: '登录时间' },
  { kind: 'select', field: 'result', label: '结果', options: loginResult.options },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '账号ID/用户名/名称/IP' },
]);
