import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { ReviewPairs } from '../../kit/review/review-pairs.tsx';
import { applicantFields, recipientFields, reviewedFields } from './detail-fields.tsx';
import { PaymentProof } from './payment-proof.tsx';

/** What is decided on besides the pieces of evidence, in the queue and in the review dialog. */
export function CaseFacts({ detail }: { readonly detail: ApplicationDetail }) {
  return (
    <>
      <ReviewPairs title="申请人信息" items={applicantFields(detail)} />
      <ReviewPairs title="订单信息" items={reviewedFields(detail)} />
      <section className="review-group" aria-label="支付凭证">
        <h3>支付凭证</h3>
        <PaymentProof detail={detail} />
      </section>
      <ReviewPairs title="领取人信息" items={recipientFields(detail)} />
    </>
  );
}
