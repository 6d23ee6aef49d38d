import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
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
  const [sought, setSought] = useState('');
  const filter = isNarrow ? '' : sought.trim();
  const shown = groups && groupsMatching(groups, filter);
  return (
    <aside className="side">
      <Link to={workbenchPath} className="side-brand" title="工作台" onPointerEnter={() => void preloadScreen(workbenchPath)}>
        <Icon name="seal" />
        <span className="side-label">公证存证管理后台</span>
      </Link>
      {isOpen && <MenuFilter sought={sought} setSought={setSought} first={shown?.[0]?.pages[0]} />}
      <nav className="side-nav" aria-label="主菜单">
        {isOpen && filter === '' && <HomeLink />}
        {shown?.map((group) => (
          <Group key={group.id} group={group} todos={todos} views={views} isNarrow={isNarrow} isFiltered={filter !== ''} />
        ))}
        {shown?.length === 0 && filter !== '' && <p className="side-none">没有名称含“{filter}”的菜单</p>}
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

/** The workbench is no permission, so the server's menu does not have it. When narrow, the seal above leads there. */
function HomeLink() {
  const { pathname } = useLocation();
  const isShown = pathname === workbenchPath;
  return (
    <Link
      to={workbenchPath}
      className={isShown ? 'side-home active' : 'side-home'}
      aria-current={isShown ? 'page' : undefined}
      onPointerEnter={() => void preloadScreen(workbenchPath)}
    >
      <Icon name="home" />
      <span className="side-label">工作台</span>
    </Link>
  );
}

interface MenuFilterProps {
  readonly sought: string;
  readonly setSought: (text: string) => void;
  readonly first: MenuPage | undefined;
}

/** Enter opens the first page that is left, Escape shows the whole menu again. */
function MenuFilter({ sought, setSought, first }: MenuFilterProps) {
  const navigate = useNavigate();
  const open = () => {
    if (sought.trim() === '' || !first) return;
    setSought('');
    void navigate(first.path);
  };
  return (
    <input
      type="search"
      className="side-filter"
      placeholder="筛选菜单"
      aria-label="筛选菜单"
      autoComplete="off"
      value={sought}
      onChange={({ target }) => setSought(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') open();
        if (key === 'Escape') setSought('');
      }}
    />
  );
}

/** The pages whose name, or whose group's name, contains the text. */
function groupsMatching(groups: readonly MenuGroup[], sought: string): readonly MenuGroup[] {
  if (sought === '') return groups;
  const isSought = ({ name }: { readonly name: string }): boolean => name.toLowerCase().includes(sought.toLowerCase());
  return groups
    .map((group) => (isSought(group) ? group : { ...group, pages: group.pages.filter(isSought) }))
    .filter(({ pages }) => pages.length > 0);
}

interface GroupProps {
  readonly group: MenuGroup;
  readonly todos: Todos;
  readonly views: readonly ViewRow[];
  readonly isNarrow: boolean;
  /** What a filter left is shown, also in a group that was closed. */
  readonly isFiltered: boolean;
}

function Group({ group, todos, views, isNarrow, isFiltered }: GroupProps) {
  const { pathname } = useLocation();
  const isCurrent = group.pages.some(({ path }) => isBelow(pathname, path));
  const [isUnfolded, setUnfolded] = useState(true);
  const isOpen = isUnfolded || isFiltered;
  return (
    <section className="side-group" data-current={isCurrent}>
      <button
        type="button"
        className="side-title"
        onClick={() => setUnfolded(!isUnfolded)}
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
