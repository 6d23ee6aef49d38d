import { Link, useLocation } from 'react-router';
import { viewLists, type ViewList } from '../../../contract/console/view-lists.ts';
import type { ViewRow } from '../../../contract/console/views.ts';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import { given } from '../../kit/ui/given-text.tsx';
import { preloadScreen } from '../screen-cache.ts';

const lists: ReadonlyMap<string, ViewList> = new Map(Object.entries(viewLists));

/** An operator's pinned views below the list's entry in the menu, each with its count if the counters have it. */
export function PinnedViews({ page, views }: { page: string; views: readonly ViewRow[] }) {
  const { pathname, search } = useLocation();
  const pinned = views.filter((view) => view.pinned === 1 && lists.get(view.list)?.page === page);
  if (pinned.length === 0) return null;
  const open = pathname === page ? new URLSearchParams(search).get('view') : null;
  return (
    <ul className="side-views">
      {pinned.map(({ id, name, count }) => (
        <li key={id}>
          <Link
            to={`${page}?view=${id}`}
            className="side-view"
            aria-current={id === open ? 'page' : undefined}
            title={visibleText(count === null ? name : `${name}（${count} 条）`)}
            onPointerEnter={() => void preloadScreen(page)}
          >
            <span className="side-view-name">{given(name)}</span>
            {count !== null && (
              <span className="side-view-count num">
                {shortNumber(count)}
                <span className="unseen"> 条</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** At most five characters: 9999, 1.2万, 999万, 1.2亿. */
export function shortNumber(count: number): string {
  const [unit, word] = count < 100_000_000 ? [10_000, '万'] : [100_000_000, '亿'];
  if (count < unit) return String(count);
  const tenths = Math.floor(count / (unit / 10));
  return `${tenths < 1000 ? tenths / 10 : Math.floor(tenths / 10)}${word}`;
}
