import { useEffect, useState } from 'react';
import { parseTime } from '../../../domain/kit/text/time.ts';
import type { ApplicationClaim, ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { isReviewable } from './review.ts';
import { stateText } from './state-text.ts';
import { RevokeButton } from '../../kit/queue/use-revoke.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';

interface Props {
  readonly detail: ApplicationDetail;
  /** Why this operator does not hold the claim; empty if nothing prevents it. */
  readonly refusal: string;
  readonly retry: () => void;
}

/** Takes the place of the decision: how the application was decided, or who works on it and how to take it over. */
export function ClosedReview({ detail, refusal, retry }: Props) {
  if (isReviewable(detail))
    return detail.claim && detail.claim.mine !== 1 ? (
      <ClaimedByOther orderId={detail.orderId} claim={detail.claim} retry={retry} />
    ) : (
      <ClaimFailed refusal={refusal} retry={retry} />
    );
  return (
    <>
      <p>此申请的当前状态：{stateText(detail)}</p>
      {detail.document_no !== '' && <p className="hint">公证书编号：{detail.document_no}</p>}
      {detail.refundOrderNo !== '' && (
        <p className="hint">
          已退款 {detail.orderMoney} 元，退款订单号：{detail.refundOrderNo}
        </p>
      )}
    </>
  );
}

function ClaimedByOther({ orderId, claim, retry }: { orderId: string; claim: ApplicationClaim; retry: () => void }) {
  const isExpired = useIsPast(claim.until);
  return (
    <>
      <p>{othersClaimText(claim)}</p>
      <p className="hint num">
        {isExpired ? '处理时限已到，可以接手。' : `处理时限至 ${claim.until}，到时可以接手。`}
        <RetryButton isLink retry={retry} label={isExpired ? '接手' : '重试'} />
        <RevokeButton kind="notarization" claimed={{ id: orderId, operator: claim.operator }} />
      </p>
    </>
  );
}

function ClaimFailed({ refusal, retry }: { refusal: string; retry: () => void }) {
  return (
    <>
      <p>{refusal}</p>
      <p className="hint">
        <RetryButton isLink retry={retry} />
      </p>
    </>
  );
}

export function othersClaimText({ operator, since }: ApplicationClaim): string {
  return `${operator}自 ${since} 起正在处理该申请`;
}

/** Whether a time of the wire has passed by this machine's clock; updates itself. Only the server's answer is authoritative. */
function useIsPast(time: string): boolean {
  const at = parseTime(time)?.getTime() ?? 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, at - Date.now()) + 500);
    return () => clearTimeout(timer);
  }, [at]);
  return now > at;
}
