import type { ReactNode } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { Icon } from '../ui/icons.tsx';
import { useFilterControls } from './filter-loading.ts';
import { pagesShown } from './pages-shown.ts';
import { perPage } from './paging/page-size.ts';

interface Props {
  readonly page: number;
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  /** Rows per page. */
  readonly limit?: number;
  /** Other page sizes to choose from; without them the size is fixed. */
  readonly sizes?: readonly number[];
  readonly resize?: (limit: number) => void;
  readonly turnTo: (page: number) => void;
  /** Hints for the keys that act on the rows. */
  readonly keys?: ReactNode;
  /** Called when the pointer reaches a page's button, so that the page can be prefetched. */
  readonly prefetch: (page: number) => void;
}

/** Total, previous, pages, next. 10 rows per page unless the list offers more. */
export function Pager({ page, total, limit = limits.pageSize, sizes = [], resize, turnTo, keys, prefetch }: Props) {
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const step = (target: number, label: string, icon: 'previous' | 'next') => (
    <li>
      <button
        type="button"
        className="page"
        title={label}
        aria-label={label}
        disabled={target < 1 || target > last}
        onClick={() => turnTo(target)}
        onPointerEnter={() => prefetch(target)}
      >
        <Icon name={icon} />
      </button>
    </li>
  );
  return (
    <nav className="pager" aria-label="分页">
      {keys}
      <span className="pager-total num">{total === undefined ? ' ' : `共 ${total} 条`}</span>
      <ul>
        {step(page - 1, '上一页', 'previous')}
        {pagesShown(page, last).map((item, index) =>
          item === undefined ? (
            // oxlint-disable-next-line react/no-array-index-key -- gaps differ only in their position
            <li key={`gap-${index}`} className="page-gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item}>
              <button
                type="button"
                className="page num"
                title={String(item)}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => item !== page && turnTo(item)}
                onPointerEnter={() => prefetch(item)}
              >
                {item}
              </button>
            </li>
          ),
        )}
        {step(page + 1, '下一页', 'next')}
      </ul>
      {sizes.length > 0 && <Size sizes={sizes} limit={limit} isReady={total !== undefined} resize={(size) => resize?.(size)} />}
    </nav>
  );
}

interface SizeProps {
  readonly sizes: readonly number[];
  readonly limit: number;
  readonly isReady: boolean;
  readonly resize: (limit: number) => void;
}

/** An antd select, which loads after the rows. Until then a box of the same size shows the value. */
function Size({ sizes, limit, isReady, resize }: SizeProps) {
  const controls = useFilterControls(isReady);
  if (!controls) return <span className="input page-size">{perPage(limit)}</span>;
  return <controls.SizeSelect value={limit} sizes={sizes} change={resize} />;
}
