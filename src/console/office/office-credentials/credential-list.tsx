import { lazy, Suspense } from 'react';
import type { CredentialRow } from '../../../contract/console/office-credentials.ts';
import { credentialStatus, type CredentialStatus } from '../../../domain/business/codes/office-credentials.ts';
import type { Action, RowDialog, Tone } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { credentialSource } from './sources.ts';

const NewCredential = lazy(async () => ({ default: (await import('./credential-form.tsx')).NewCredential }));
const ReplaceDialog = lazy(async () => ({ default: (await import('./credential-form.tsx')).ReplaceCredential }));
const WithdrawDialog = lazy(async () => ({ default: (await import('./withdraw-credential.tsx')).WithdrawCredential }));

/** 机构资质: what entitles the office, with its validity. */
export const CredentialList = listScreen({
  name: 'office-credentials',
  source: credentialSource,
  rowKey: (row) => row.id,
  add: { label: '登记资质', permission: 'office:credentials', Form: NewCredential },
  columns: [
    { kind: 'image', title: '图片', src: (row) => row.picture, alt: '资质图片' },
    { kind: 'text', title: '类型', text: (row) => row.type_name, width: 176 },
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'text', title: '编号', text: (row) => row.number, width: 168 },
    { kind: 'text', title: '发证机关', text: (row) => row.issuer },
    { kind: 'text', title: '有效期', text: validityOf, width: 182 },
    { kind: 'status', title: '状态', text: (row) => row.status_name, tone: (row) => toneOf(row), note: noteOf },
    { kind: 'actions', title: '操作', actions: actionsOf },
  ],
});

function validityOf({ valid_from: from, valid_until: until }: CredentialRow): string {
  return until === '' ? `${from} 起长期` : `${from} 至 ${until}`;
}

const tones: Record<CredentialStatus, Tone> = {
  valid: 'done',
  ending: 'wait',
  ended: 'failed',
  early: 'work',
  replaced: 'over',
  withdrawn: 'over',
};

function toneOf({ status }: CredentialRow): Tone {
  const name = credentialStatus.nameOf(status);
  return name === undefined ? 'over' : tones[name];
}

function noteOf({ reason, days_left: left, logged }: CredentialRow): string {
  if (reason !== '') return `作废原因：${reason}`;
  if (logged === 0) return '正在写入存证日志';
  if (left === '' || left < 0) return '';
  return left === 0 ? '今天到期' : `还有 ${left} 天到期`;
}

function actionsOf(row: CredentialRow): Action<CredentialRow>[] {
  if (credentialStatus.is(row.status, 'replaced', 'withdrawn')) return [];
  return [
    { label: '更新', dialog: Replace },
    { label: '作废', dialog: Withdraw },
  ];
}

const Replace: RowDialog<CredentialRow> = ({ row, close }) => (
  <Suspense>
    <ReplaceDialog row={row} close={close} />
  </Suspense>
);

const Withdraw: RowDialog<CredentialRow> = ({ row, close }) => (
  <Suspense>
    <WithdrawDialog row={row} close={close} />
  </Suspense>
);
