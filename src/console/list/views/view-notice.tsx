import type { ReactNode } from 'react';

interface Props {
  readonly isGone: boolean;
  /** Titles of columns that the view shows and the operator does not see. */
  readonly columns: readonly string[];
  /** Filters of the view that the list does not have, or not for this operator. */
  readonly filters: readonly string[];
  readonly leave: () => void;
}

/** What a view could not show: it opens all the same, and says what it left out. */
export function ViewNotice({ isGone, columns, filters, leave }: Props): ReactNode {
  if (!isGone && columns.length === 0 && filters.length === 0) return null;
  const parts = [...(columns.length > 0 ? [`列${quoted(columns)}`] : []), ...(filters.length > 0 ? [`筛选条件${quoted(filters)}`] : [])];
  return (
    <p className="view-notice" role="status">
      <span>{isGone ? '该视图不存在，或没有共享给您。以下是全部内容。' : `此视图中的${parts.join('、')}已不可用，未显示。`}</span>
      {isGone && (
        <button type="button" className="link" onClick={leave}>
          知道了
        </button>
      )}
    </p>
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `「${name}」`).join('');
}
