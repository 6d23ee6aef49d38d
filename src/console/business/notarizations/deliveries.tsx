import { lazy, Suspense, useState } from 'react';
import type { ApplicationDetail, DocumentDelivery } from '../../../contract/console/notarizations.ts';
import { deliveryKind } from '../../../domain/business/codes/document-deliveries.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { deliveryTone } from '../../kit/list/status-tones.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';

const DeliverDialog = lazy(async () => ({ default: (await import('./deliver-dialog.tsx')).DeliverDialog }));

/** 领取与送达 of an issued document: how far it is delivered, each delivery, and the way to record one. */
export function Deliveries({ detail }: { detail: ApplicationDetail }) {
  const { can } = useOperator();
  /** The mail whose outcome is recorded, or a new delivery. */
  const [open, setOpen] = useState<DocumentDelivery | 'new'>();
  if (!detail.delivery) return null;
  const { records } = detail.delivery;
  const isAllowed = can('notarization:review');
  return (
    <Card
      title="领取与送达"
      action={
        <span className="delivery-state">
          <StatusDot tone={deliveryTone(detail.deliveryState)} text={detail.deliveryState_name} />
          {isAllowed && (
            <button type="button" className="btn" onClick={() => setOpen('new')}>
              登记送达
            </button>
          )}
        </span>
      }
    >
      {records.length === 0 ? (
        <p className="hint">尚未登记领取或送达</p>
      ) : (
        <PlainTable rows={records} rowKey={({ id }) => id} columns={columnsOf(isAllowed ? setOpen : undefined)} />
      )}
      {open && (
        <Suspense>
          <DeliverDialog detail={detail} mail={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

function columnsOf(end: ((mail: DocumentDelivery) => void) | undefined): TableColumn<DocumentDelivery>[] {
  return [
    { title: '方式', cell: (record) => record.kind_name },
    { title: '时间', cell: (record) => record.time || record.sent },
    { title: '内容', cell: contentOf, isProse: true },
    { title: '结果', cell: (record) => outcomeOf(record, end) },
    { title: '登记人', cell: (record) => (record.automatic === 1 ? '系统自动登记' : record.recorder) },
    { title: '登记时间', cell: (record) => record.record_time },
  ];
}

function contentOf(record: DocumentDelivery): string {
  if (deliveryKind.is(record.kind, 'mail')) return `${record.company} ${record.number}`;
  if (record.automatic === 1) return `${record.recorder}通过开放接口获取`;
  if (deliveryKind.is(record.kind, 'electronic')) return `发送至 ${record.address || '（已删除）'}`;
  const paper = record.paper_number === '' ? '' : `，${record.paper_name} ${record.paper_number}`;
  return `${record.collector_name} ${record.name || '（已删除）'}${paper}，领取 ${record.copies} 份`;
}

function outcomeOf(record: DocumentDelivery, end: ((mail: DocumentDelivery) => void) | undefined) {
  if (!deliveryKind.is(record.kind, 'mail'))
    return <StatusDot tone="done" text={deliveryKind.is(record.kind, 'pickup') ? '已领取' : '已送达'} />;
  if (record.arrived !== '') return <StatusDot tone="done" text={`${record.arrived} 送达`} />;
  if (record.returned !== '') return <StatusDot tone="failed" text={`${record.returned} 退回`} />;
  return (
    <span className="delivery-state">
      <StatusDot tone="work" text="邮寄中" />
      {end && (
        <button type="button" className="link" onClick={() => end(record)}>
          登记结果
        </button>
      )}
    </span>
  );
}
