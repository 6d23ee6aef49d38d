import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { workbenchPath } from '../kit/session/guard.ts';
import { GroupIcon, Icon } from '../kit/ui/icons.tsx';
import type { MenuGroup, MenuPage } from '../kit/session/menu.ts';
import { preloadScreen } from './screen-cache.ts';
import { matchScreen } from './screens.tsx';
import { TodoLinks, TodoNumber } from './todo-number.tsx';
import { sumOf, useTodo, type Todos } from './todo.ts';
import { PinnedViews } from './menu/pinned-views.tsx';
import { useLiveViews } from '../kit/list/views/use-views.ts';
import type { ViewRow } from '../../contract/console/views.ts';

/** The menu from the server. When narrow, it shows the groups' icons, and a group's pages beside its icon. */
export function Sidebar({ groups, isNarrow, toggle }: { groups: readonly MenuGroup[] | undefined; isNarrow: boolean; toggle: () => void }) {
  const isOpen = groups !== undefined && groups.length > 0;
  const todos = useTodo(isOpen);
  const views = useLiveViews(isOpen);
  return (
    <aside className="side">
      <Link to={workbenchPath} className="side-brand" title="工作台" onPointerEnter={() => void preloadScreen(workbenchPath)}>
        <Icon name="seal" />
        <span className="side-label">公证存证管理后台</span>
      </Link>
      <nav className="side-nav" aria-label="主菜单">
        {groups?.map((group) => (
          <Group key={group.id} group={group} todos={todos} views={views} isNarrow={isNarrow} />
        ))}
      </nav>
      <button
        type="button"
        className="side-toggle"
        onClick={toggle}
        aria-expanded={!isNarrow}
        aria-label={isNarrow ? '展开菜单' : '收起菜单'}
        title={isNarrow ? '展开菜单' : '收起菜单'}
      >
        <Icon name="fold" />
      </button>
    </aside>
  );
}

interface GroupProps {
  readonly group: MenuGroup;
  readonly todos: Todos;
  readonly views: readonly ViewRow[];
  readonly isNarrow: boolean;
}

function Group({ group, todos, views, isNarrow }: GroupProps) {
  const { pathname } = useLocation();
  const isCurrent = group.pages.some(({ path }) => isBelow(pathname, path));
  const [isOpen, setOpen] = useState(true);
  return (
    <section className="side-group" data-current={isCurrent}>
      <button
        type="button"
        className="side-title"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        title={isNarrow ? group.name : undefined}
      >
        <GroupIcon name={group.icon} />
        <span className="side-label">{group.name}</span>
        {(isNarrow || !isOpen) && <TodoNumber todo={sumOf(todos, group.pages)} />}
        <span className="side-arrow" data-open={isOpen} aria-hidden="true">
          <Icon name="down" />
        </span>
      </button>
      {(isOpen || isNarrow) && (
        <ul className="side-pages">
          {isNarrow && <li className="side-caption">{group.name}</li>}
          {group.pages.map((page) => (
            <li key={page.id}>
              <PageLink page={page} />
              <TodoLinks todo={todos.get(page.id)} />
              <PinnedViews page={page.path} views={views} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Scrolls a long menu so that the current page is visible, however it was reached. */
function PageLink({ page }: { page: MenuPage }) {
  const link = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  const isShown = isBelow(pathname, page.path);
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <Link
      ref={link}
      to={page.path}
      className={isShown ? 'side-page active' : 'side-page'}
      aria-current={isShown ? 'page' : undefined}
      onPointerEnter={() => void preloadScreen(page.path)}
    >
      {page.name}
    </Link>
  );
}

/** Whether an address is a page of the menu or belongs to it. */
function isBelow(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`) || matchScreen(path)?.screen.parent === page;
}
