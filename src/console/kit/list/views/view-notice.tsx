import type { ReactNode } from 'react';

interface Props {
  readonly isGone: boolean;
  /** Titles of columns that the view shows but the operator cannot see. */
  readonly columns: readonly string[];
  /** Labels of filters that the list does not have, or not for this operator; undefined if the label is unknown. */
  readonly filters: readonly (string | undefined)[];
  readonly leave: () => void;
}

/** Names what a view could not show. The view opens nevertheless. */
export function ViewNotice({ isGone, columns, filters, leave }: Props): ReactNode {
  if (!isGone && columns.length === 0 && filters.length === 0) return null;
  const named = filters.filter((label) => label !== undefined);
  const nameless = filters.length - named.length;
  const parts = [
    ...(columns.length > 0 ? [`列${quoted(columns)}`] : []),
    ...(named.length > 0 ? [`筛选条件${quoted(named)}`] : []),
    ...(nameless > 0 ? [`${nameless} 项已取消的筛选条件`] : []),
  ];
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
