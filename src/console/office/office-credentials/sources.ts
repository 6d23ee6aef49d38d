import { credentialKind, credentialStatus } from '../../../domain/business/codes/office-credentials.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const credentialSource = listSource('/api/ajax/office/getCredentialList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称、编号或发证机关' },
  { kind: 'select', field: 'type', label: '类型', options: credentialKind.options },
  { kind: 'select', field: 'status', label: '状态', options: credentialStatus.options, isTabs: true },
]);
