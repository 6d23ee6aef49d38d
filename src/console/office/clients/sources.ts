import { callOutcome, clientKind, clientStatus } from '../../../domain/business/codes/clients.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const clientSource = listSource('/api/ajax/open/getClientList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称或 app_id' },
  { kind: 'select', field: 'type', label: '类型', options: clientKind.options },
  { kind: 'select', field: 'status', label: '状态', options: clientStatus.options },
]);

/** Calls of the client whose `app_id` is in the address. */
export function callSource({ app_id = '' }: Readonly<Record<string, string | undefined>>) {
  return listSource('/api/ajax/open/getCallList', { app_id }, [
    { kind: 'select', field: 'result', label: '结果', options: callOutcome.options },
    { kind: 'days', field: 'datetime', label: '时间' },
  ]);
}
