import { changedKind, type ChangedKind } from '../../../domain/business/codes/access.ts';
import { get } from '../../kit/net/call.ts';
import { PagedDialog } from './paged-dialog.tsx';

/** 变更记录 of a role or an account. */
export function ChangeRecords({ kind, id, close }: { kind: ChangedKind; id: string; close: () => void }) {
  const type = changedKind.code(kind);
  return (
    <PagedDialog
      title={`查看${changedKind.label(kind)}ID为${id}的变更记录`}
      queryKey={[path, type, id]}
      fetch={(page, signal) => get(path, { roleOrAccountId: id, type, ...page }, { signal, quiet: true })}
      rowKey={(row) => row.id}
      columns={[
        { title: '操作人', cell: (row) => row.operator },
        { title: '操作时间', cell: (row) => row.operate_time },
        { title: '操作内容', cell: (row) => row.action, isProse: true },
      ]}
      close={close}
    />
  );
}

const path = '/api/OperateRecords/getList';
