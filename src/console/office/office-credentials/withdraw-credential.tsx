import { useQueryClient } from '@tanstack/react-query';
import type { CredentialRow } from '../../../contract/console/office-credentials.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField } from '../../kit/form/form-field.tsx';
import { post } from '../../kit/net/call.ts';
import { credentialSource } from './sources.ts';

/** 作废: withdraws a credential with a reason, which is recorded in the log like every change. */
export function WithdrawCredential({ row, close }: { row: CredentialRow; close: () => void }) {
  const cache = useQueryClient();
  const again = () => void cache.invalidateQueries({ queryKey: [credentialSource.path] });
  return (
    <FormDialog
      title={`作废${row.name}`}
      fields={fields}
      submit={({ reason = '' }) =>
        post('/api/ajax/office/withdrawCredential', { id: row.id, reason }, { about: { act: '已作废', name: row.name } }).finally(again)
      }
      close={close}
      done={close}
    />
  );
}

const fields: readonly FormField[] = [
  {
    kind: 'area',
    name: 'reason',
    label: '作废原因',
    placeholder: '如 主管机关已注销',
    missing: '作废原因不能为空',
    maxChars: limits.credentialReasonChars,
    note: () => <>不能恢复；资质仍会保留，作废原因会写入公开的存证日志。</>,
  },
];
