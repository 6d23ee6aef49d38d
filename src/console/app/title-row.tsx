import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { listAddress } from '../list/list-place.ts';
import type { MenuGroup } from '../session/menu.ts';
import { unreadText, useUnread } from '../messages/unread.ts';
import { useOperator } from '../session/operator.tsx';
import type { Screen } from '../screen/screen.ts';
import { matchScreen } from './screens.tsx';

interface Crumb {
  readonly name: string;
  readonly to?: string;
}

/** Breadcrumb and title in one row: group, the page above where there is one, this page. */
export function TitleRow() {
  const { groups, mustSetUpTotp } = useOperator();
  const unread = useUnread(!mustSetUpTotp);
  const { pathname, search } = useLocation();
  const previous = usePrevious(pathname, search);
  const screen = matchScreen(pathname)?.screen;
  const title = screen?.title ?? '页面不存在';
  useEffect(() => {
    document.title = `${title}${unread === 0 ? '' : ` (${unreadText(unread)})`} - 公证存证管理后台`;
  }, [title, unread]);
  if (!screen) return null; // the page itself says that it does not exist
  return (
    <nav className="title-row" aria-label="面包屑">
      <ol className="crumbs">
        {crumbs(groups, pathname, screen, previous).map((crumb) => (
          <li key={crumb.name}>{crumb.to === undefined ? crumb.name : <Link to={crumb.to}>{crumb.name}</Link>}</li>
        ))}
        <li aria-current="page">
          <h1>{title}</h1>
        </li>
      </ol>
    </nav>
  );
}

function crumbs(groups: readonly MenuGroup[], path: string, screen: Screen | undefined, previous: string | undefined): Crumb[] {
  // Where the page above is the one that he came from, the way back keeps its filters.
  const parent = screen?.parent === 'previous' || previous?.split('?')[0] === screen?.parent ? previous : screen?.parent;
  const above = parent === undefined ? undefined : matchScreen(parent.split('?')[0] ?? '')?.screen;
  const menuPath = above ? (parent?.split('?')[0] ?? path) : path;
  const group =
    groups.find((item) => item.pages.some((page) => page.path === menuPath)) ??
    groups.find((item) => item.pages.some((page) => page.path.split('/')[1] === path.split('/')[1]));
  return [
    ...(group && screen ? [{ name: group.name }] : []),
    ...(above && parent !== undefined ? [{ name: above.title, to: parent.includes('?') ? parent : listAddress(parent) }] : []),
  ];
}

/** The address before this one, its filters included, so that the way back leads to the same list. */
function usePrevious(path: string, search: string): string | undefined {
  const [trail, setTrail] = useState<{ path: string; address: string; before?: string }>(() => ({
    path,
    address: path + search,
    ...lastPage(),
  }));
  useEffect(() => {
    // The address without its filters: they may name people, and the next operator of this browser is another one.
    if (matchScreen(path)?.screen.parent !== 'previous') localStorage.setItem(lastPageKey, path);
  }, [path]);
  // Another address of the same screen, as the next application after a review, has the same page above it.
  const isSameScreen = matchScreen(trail.path)?.screen === matchScreen(path)?.screen;
  if (trail.path !== path)
    setTrail(isSameScreen ? { ...trail, path, address: path + search } : { path, address: path + search, before: trail.address });
  else if (trail.address !== path + search) setTrail({ ...trail, address: path + search });
  return trail.before;
}

/** A page in a tab of its own came from the page that was opened last in this browser. */
function lastPage(): { before?: string } {
  const before = localStorage.getItem(lastPageKey);
  return before === null ? {} : { before };
}

const lastPageKey = 'last-page';
