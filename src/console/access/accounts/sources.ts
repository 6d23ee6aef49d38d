import { listSource } from '../../kit/list/list-source.ts';

export const roleSource = listSource('/api/ajax/role/getRoleList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '角色ID或名称' },
]);
export const accountSource = listSource('/api/ajax/power/adminList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '账号ID/用户名/姓名/手机号' },
]);
