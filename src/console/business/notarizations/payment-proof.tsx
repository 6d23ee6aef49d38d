import { lazy, Suspense, useState } from 'react';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { FieldList } from '../../kit/ui/field-list.tsx';
import { paymentFields } from './detail-fields.tsx';

const ImageDialog = lazy(async () => ({ default: (await import('../../kit/ui/images/image-dialog.tsx')).ImageDialog }));

/** How the order was paid; for a bank transfer, the picture that the applicant uploaded. */
export function PaymentProof({ detail }: { detail: ApplicationDetail }) {
  const [isShown, setShown] = useState(false);
  const { pay_type: payType, transfer_img: src } = detail;
  if (payType === 0) return <p className="hint">尚未支付</p>;
  const picture = { src, alt: '转账凭证' };
  return (
    <div className="payment-proof">
      <FieldList columns={1} items={paymentFields(detail)} />
      {src !== '' && (
        <div className="thumbs">
          <button type="button" onClick={() => setShown(true)} title="放大转账凭证">
            <img src={src} alt={picture.alt} />
            <span>{picture.alt}</span>
          </button>
        </div>
      )}
      {isShown && (
        <Suspense>
          <ImageDialog images={[picture]} first={0} close={() => setShown(false)} />
        </Suspense>
      )}
    </div>
  );
}
