import { lazy, Suspense, useState } from 'react';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { historyType } from '../../../domain/business/codes/evidence.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { downloadByFrame } from '../../kit/net/hidden-frame.ts';
import { isInTheMaking } from './application-query.ts';
import { isReviewable } from './review.ts';

const DownloadHistory = lazy(async () => ({ default: (await import('../../kit/certificate/download-history.tsx')).DownloadHistory }));

/** The issued documents, to open in a new tab or to save, and who issued them. Says so if one is being made, or if there will be none. */
export function Documents({ detail }: { detail: ApplicationDetail }) {
  if (isInTheMaking(detail)) {
    return (
      <p role="status">
        <StatusDot tone="work" text={detail.document_state} />
        <span className="hint">　{detail.document_no}</span>
      </p>
    );
  }
  if (detail.pdfs.length === 0) return <p className="hint">{isReviewable(detail) ? '审核通过后出具' : '没有文书'}</p>;
  return <Issued detail={detail} />;
}

function Issued({ detail }: { detail: ApplicationDetail }) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <ul className="application-documents">
        {detail.pdfs.map(({ name, url, download_url: downloadUrl }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
            <GuardedButton className="btn" onClick={() => downloadByFrame(downloadUrl)}>
              下载
            </GuardedButton>
            <button type="button" className="btn" onClick={() => setHistoryOpen(true)}>
              下载历史
            </button>
          </li>
        ))}
      </ul>
      {isHistoryOpen && (
        <Suspense>
          <DownloadHistory type={historyType.code('document')} orderId={detail.orderId} close={() => setHistoryOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
