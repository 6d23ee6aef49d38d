import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { GroupIcon, Icon } from './icons.tsx';
import type { MenuGroup } from './menu.ts';
import { preloadScreen } from './screen-cache.ts';

/** The server's menu. Narrow, it shows the groups' icons, and a group's pages beside its icon. */
export function Sidebar({ groups, isNarrow, toggle }: { groups: readonly MenuGroup[] | undefined; isNarrow: boolean; toggle: () => void }) {
  return (
    <aside className="side">
      <div className="side-brand">
        <Icon name="seal" />
        <span className="side-label">公证存证管理后台</span>
      </div>
      <nav className="side-nav" aria-label="主菜单">
        {groups?.map((group) => <Group key={group.id} group={group} isNarrow={isNarrow} />)}
      </nav>
      <button type="button" className="side-toggle" onClick={toggle} aria-expanded={!isNarrow} aria-label={isNarrow ? '展开菜单' : '收起菜单'} title={isNarrow ? '展开菜单' : '收起菜单'}>
        <Icon name="fold" />
      </button>
    </aside>
  );
}

function Group({ group, isNarrow }: { group: MenuGroup; isNarrow: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = group.pages.some((page) => pathname === page.path || pathname.startsWith(`${page.path}/`));
  const [isOpen, setOpen] = useState(true);
  return (
    <section className="side-group" data-current={isCurrent}>
      <button type="button" className="side-title" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} title={isNarrow ? group.name : undefined}>
        <GroupIcon name={group.icon} />
        <span className="side-label">{group.name}</span>
        <span className="side-arrow" data-open={isOpen} aria-hidden="true">
          <Icon name="down" />
        </span>
      </button>
      {(isOpen || isNarrow) && (
        <ul className="side-pages">
          {isNarrow && <li className="side-caption">{group.name}</li>}
          {group.pages.map((page) => (
            <li key={page.id}>
              <NavLink to={page.path} className="side-page" onPointerEnter={() => void preloadScreen(page.path)}>
                {page.name}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
