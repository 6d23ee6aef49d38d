import { Link } from 'react-router';
import type { AccountRow } from '../../../contract/console/accounts.ts';
import type { FileHistoryRow } from '../../../contract/console/file-history.ts';
import { get } from '../../kit/net/call.ts';
import type { TableColumn } from '../../kit/ui/plain-table.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import { PagedDialog } from './paged-dialog.tsx';

/** The files that an account has received, newest first. Objects that the reader may not open are not named. */
export function AccountFiles({ account, close }: { account: Pick<AccountRow, 'admin_id' | 'realname'>; close: () => void }) {
  return (
    <PagedDialog
      title={`${account.realname}经手的文件`}
      queryKey={[path, account.admin_id]}
      fetch={(page, signal) => get(path, { operator: account.admin_id, ...page }, { signal, quiet: true })}
      rowKey={(row) => row.id}
      columns={columns}
      close={close}
    />
  );
}

const columns: readonly TableColumn<FileHistoryRow>[] = [
  { title: '时间', cell: (row) => row.time },
  { title: '文件', cell: (row) => `${row.what}${row.is_batch === 1 ? '（批量）' : ''}` },
  { title: '对象', cell: (row) => (row.url === '' ? '不存在或无权查看' : <Link to={row.url}>{given(row.label)}</Link>), isProse: true },
];

const path = '/api/ajax/fileHistory/getList';
