import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { listAddress } from '../kit/list/list-position.ts';
import type { MenuGroup } from '../kit/session/menu.ts';
import { unreadText, useUnread } from '../kit/messages/unread.ts';
import { useOperator } from '../kit/session/operator.tsx';
import { keepPageBefore, pageBefore, watchLinks } from '../kit/screen/page-before.ts';
import type { Screen } from '../kit/screen/screen.ts';
import { matchScreen } from './screens.tsx';

interface Crumb {
  readonly name: string;
  readonly to?: string;
}

/** Breadcrumb and title in one row: group, parent page if there is one, this page. */
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
  if (!screen) return null; // the page itself reports that it does not exist
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
  // If the operator came from the parent page, the link back keeps its filters.
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

/** The previous address with its filters, so that the way back leads to the same list. */
function usePrevious(path: string, search: string): string | undefined {
  const [trail, setTrail] = useState(() => ({ path, address: path + search, before: pageBefore(path) }));
  useEffect(() => keepPageBefore(path, trail.before), [path, trail.before]);
  useEffect(watchLinks, []);
  // Another address of the same screen, such as the next application after a review, has the same parent page.
  const isSameScreen = matchScreen(trail.path)?.screen === matchScreen(path)?.screen;
  if (trail.path !== path)
    setTrail(isSameScreen ? { ...trail, path, address: path + search } : { path, address: path + search, before: trail.address });
  else if (trail.address !== path + search) setTrail({ ...trail, address: path + search });
  return trail.before;
}
