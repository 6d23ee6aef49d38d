import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { checkResult } from '../../../domain/business/codes/users.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import type { SelectedRows } from '../../kit/list/selection/use-selected-rows.ts';
import { SidePanelLayout } from '../../kit/panel/object-panel.tsx';
import { RevokeButton } from '../../kit/queue/use-revoke.tsx';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { Card, FieldCard } from '../../kit/ui/field-list.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { RecordHead } from '../../kit/ui/record-head.tsx';
import { orderPath } from '../../kit/screen/order-path.ts';
import { addressOf, type ApplicationAddress, applicationPath } from './address.ts';
import { applicationQuery, useApplication } from './application-query.ts';
import { othersClaimText } from './closed-review.tsx';
import { CoveredEvidence } from './covered-evidence.tsx';
import { applicantFields, decisionFields, orderFields, recipientFields, statesOf } from './detail-fields.tsx';
import { Deliveries } from './deliveries.tsx';
import { Documents } from './documents.tsx';
import { PaymentProof } from './payment-proof.tsx';
import { ReassignButton } from './reassign/reassign-button.tsx';
import { type ReassignedRow, reassigners, reassignObstacle } from './reassign/reassigned-row.ts';
import { isReviewable } from './review.ts';
import './applications.css';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

export function ApplicationDetailPage() {
  const address = addressOf(useParams());
  const query = useApplication(address);
  return (
    <QueryView query={query}>
      {(detail) => (
        <SidePanelLayout object={`application/${detail.orderId}`}>
          <Cards key={detail.orderId} detail={detail} />
        </SidePanelLayout>
      )}
    </QueryView>
  );
}

function Cards({ detail }: { detail: ApplicationDetail }) {
  const review = useReview();
  const { can } = useOperator();
  const { claim } = detail;
  useCurrentRecord({ acts: review.isAllowed && isReviewable(detail) ? [{ label: '审核', run: review.begin }] : [] });
  return (
    <>
      <RecordHead
        name={detail.name}
        amount={`${detail.orderMoney} 元`}
        number={{ label: '订单号', text: detail.orderNo }}
        states={statesOf(detail)}
      >
        {claim && claim.mine !== 1 && (
          <>
            <StatusDot tone="work" text={othersClaimText(claim)} />
            <RevokeButton kind="notarization" claimed={{ id: detail.orderId, operator: claim.operator }} />
          </>
        )}
        {can('finance:order') && (
          <Link className="btn" to={orderPath(detail.orderNo)}>
            查看订单
          </Link>
        )}
        {can(...reassigners) && <ReassignButton selected={selectedAlone(detail)} label="转派" isOver={reassignObstacle(detail) !== ''} />}
        {review.isAllowed && isReviewable(detail) && (
          <GuardedButton className="btn btn-primary" onClick={review.begin}>
            审核
          </GuardedButton>
        )}
      </RecordHead>
      <FieldCard title="订单信息" items={[...orderFields(detail), ...decisionFields(detail)]} />
      <div className="application-people">
        <FieldCard title="申请人信息" items={applicantFields(detail)} columns={2} />
        <FieldCard title="领取人信息" items={recipientFields(detail)} columns={1} />
      </div>
      <Card title="证据列表">
        <CoveredEvidence orderId={detail.orderId} />
      </Card>
      <div className="application-people">
        <Card title="文书">
          <Documents detail={detail} />
        </Card>
        <Card title="支付凭证">
          <PaymentProof detail={detail} />
        </Card>
      </div>
      <Deliveries detail={detail} />
      <Card title="审核记录">
        <PlainTable rows={detail.checkRecords} rowKey={(record) => record.id} columns={recordColumns} />
      </Card>
      {review.isOpen && (
        <Suspense>
          <ReviewDialog detail={detail} open={(next) => void review.open(next)} close={review.end} />
        </Suspense>
      )}
    </>
  );
}

/** The page's application in the form of a selected row of a list. */
function selectedAlone(detail: ApplicationDetail): SelectedRows<ReassignedRow> {
  return { rows: [detail], keys: [detail.orderId], keep: () => undefined };
}

/** Whether the review is open; the navigation to the next application keeps it open through its state. */
function useReview() {
  const { can } = useOperator();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [isOpen, setOpen] = useState(isReviewState(state));
  return {
    isAllowed: can('notarization:review'),
    isOpen: isOpen && can('notarization:review'),
    begin: () => setOpen(true),
    end: () => setOpen(false),
    async open(next: ApplicationAddress) {
      await cache.prefetchQuery(applicationQuery(next));
      await navigate(applicationPath({ ...next, type: Number(next.type) }), { replace: true, state: reviewState });
    },
  };
}

const reviewState = { isReviewing: true } as const;
function isReviewState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isReviewing' in state;
}

const recordColumns: TableColumn<ApplicationDetail['checkRecords'][number]>[] = [
  { title: '审核人', cell: (record) => record.verifier },
  { title: '审核时间', cell: (record) => record.verify_time },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  {
    title: '结果',
    cell: (record) => <StatusDot tone={checkResult.is(record.status, 'passed') ? 'done' : 'failed'} text={record.status_name} />,
  },
  { title: '审核备注', cell: (record) => record.reason, isProse: true },
];
