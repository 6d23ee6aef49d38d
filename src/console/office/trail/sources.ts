import { trailActions } from '../../../domain/business/trail/trail-names.ts';
import { listSource } from '../../kit/list/list-source.ts';
import { get } from '../../kit/net/call.ts';

export const trailSource = listSource('/api/ajax/trail/getList', {}, [
  { kind: 'days', field: 'datetime', label: '时间' },
  { kind: 'select', field: 'action', label: '操作', options: trailActions.map((action) => ({ value: action, label: action })) },
  {
    kind: 'known',
    field: 'operator',
    label: '操作人',
    key: 'trail-operators',
    options: async (signal) => {
      const { list } = await get('/api/ajax/trail/getOperators', {}, { signal, quiet: true });
      return list.map((name) => ({ value: name, label: name }));
    },
  },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '操作人、对象编号' },
  { kind: 'select', field: 'own_looks', label: '本人查看', options: [{ value: '0', label: '不显示' }], initial: '0' },
]);
