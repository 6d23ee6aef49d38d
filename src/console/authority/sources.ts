import { listSource } from '../kit/list-source.ts';

export const roleSource = listSource('/api/ajax/role/getRoleList', {}, [{ kind: 'text', field: 'keyword', label: '关键字', placeholder: '角色名称' }]);
export const accountSource = listSource('/api/ajax/power/adminList', {}, [{ kind: 'text', field: 'keyword', label: '关键字', placeholder: '用户名、姓名或手机号' }]);
