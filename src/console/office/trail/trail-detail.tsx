import { Link } from 'react-router';
import type { TrailRow } from '../../../contract/console/trail.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import type { RowDialog } from '../../kit/list/columns.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { DetailDialog } from '../../kit/ui/detail/detail-dialog.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import { PlainTable } from '../../kit/ui/plain-table.tsx';
import './trail.css';

/** One act: who, when, from where, on what, and each field before and after. */
export const TrailDetail: RowDialog<TrailRow> = ({ row, close }) => (
  <DetailDialog
    title="操作详情"
    width={760}
    close={close}
    columns={2}
    items={[
      { label: '时间', value: row.time },
      { label: '操作', value: row.action },
      { label: '操作人', value: actorText(row) },
      { label: 'IP', value: row.ip },
      { label: '对象', value: row.object_url === '' ? row.object_name : <Link to={row.object_url}>{given(row.object_name)}</Link> },
      { label: '哈希链', value: row.hash === '' ? <StatusDot tone="work" text="待链接" /> : <StatusDot tone="done" text="已链接" /> },
    ]}
  >
    {row.hash !== '' && (
      <p className="trail-hash">
        <span>哈希</span>
        <code>{row.hash}</code>
        <CopyButton text={row.hash} label="复制哈希" />
      </p>
    )}
    <div className="trail-changes">
      <PlainTable
        rows={row.changes}
        rowKey={(change) => change.label}
        columns={[
          { title: '字段', cell: (change) => change.label },
          { title: '原值', cell: (change) => change.old, isProse: true },
          { title: '新值', cell: (change) => change.now, isProse: true },
        ]}
      />
    </div>
  </DetailDialog>
);

function actorText({ operator, operator_id: id, operator_kind_name: kind }: TrailRow): string {
  return [operator, id === '' ? kind : `（${kind} ${id}）`].filter(Boolean).join('');
}
