import type { ApplicationDetail } from '../../contract/notarizations.ts';
import { StatusDot } from '../kit/cells.tsx';
import { isInTheMaking } from './application-query.ts';
import { isReviewable } from './review.ts';

/** The documents that were issued; while one is being made, or where there will be none, it says so. */
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
  return (
    <ul className="application-documents">
      {detail.pdfs.map(({ name, url }) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
