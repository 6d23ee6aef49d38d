import { trailActions } from '../../../domain/business/trail/trail-names.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const trailSource = listSource('/api/ajax/trail/getList', {}, [
  { kind: 'days', field: 'datetime', label: '时间' },
  { kind: 'select', field: 'action', label: '操作', options: trailActions.map((action) => ({ value: action, label: action })) },
  { kind: 'text', field: 'operator', label: '操作人', placeholder: '姓名全称' },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '操作人、对象编号' },
]);
