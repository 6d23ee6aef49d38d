import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { dropDrafts } from '../../kit/drafts/drafts.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import type { Tab } from './open-tabs.ts';
import type { Tabs } from './use-tabs.ts';
import './tabs.css';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../kit/ui/confirm-dialog.tsx')).ConfirmDialog }));

/** The open screens above the content. A click shows one; its cross, the middle button or Delete closes it. */
export function TabStrip({ tabs, titleOf }: { tabs: Tabs; titleOf: (path: string) => string }) {
  const [asked, setAsked] = useState<readonly Tab[]>();
  const close = (gone: readonly Tab[]) => {
    if (gone.some((tab) => tab.drafts.hasDrafts)) setAsked(gone);
    else tabs.close(gone.map(({ path }) => path));
  };
  const others = tabs.tabs.filter((tab) => tab.path !== tabs.active);
  return (
    <nav className="tabs" aria-label="已打开的页面">
      <ul>
        {tabs.tabs.map((tab) => (
          <TabItem
            key={tab.path}
            title={titleOf(tab.path)}
            isActive={tab.path === tabs.active}
            hasDrafts={tab.drafts.hasDrafts}
            show={() => tabs.show(tab)}
            close={tabs.tabs.length > 1 ? () => close([tab]) : undefined}
          />
        ))}
      </ul>
      <button type="button" className="link" disabled={others.length === 0} onClick={() => close(others)}>
        关闭其他
      </button>
      {asked && (
        <Suspense>
          <ConfirmDialog
            title="内容尚未提交"
            text="已填写的内容不会保存，确定关闭吗？"
            isLeaving
            confirm={() => {
              setAsked(undefined);
              for (const { drafts } of asked) dropDrafts(drafts.held);
              tabs.close(asked.map(({ path }) => path));
            }}
            cancel={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </nav>
  );
}

interface ItemProps {
  readonly title: string;
  readonly isActive: boolean;
  readonly hasDrafts: boolean;
  readonly show: () => void;
  /** Undefined for the only tab. */
  readonly close: (() => void) | undefined;
}

function TabItem({ title, isActive, hasDrafts, show, close }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  const onKey = (event: KeyboardEvent) => event.key === 'Delete' && close?.();
  const onMiddle = (event: MouseEvent) => event.button === 1 && close?.();
  // Otherwise the middle button would start scrolling.
  const keepStill = (event: MouseEvent) => event.button === 1 && event.preventDefault();
  return (
    <li ref={item} data-active={isActive}>
      <button
        type="button"
        className="tab"
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        title={hasDrafts && !isActive ? `${title}（有未提交的内容）` : title}
        onClick={show}
        onKeyDown={onKey}
        onMouseDown={keepStill}
        onAuxClick={onMiddle}
      >
        {title}
        {hasDrafts && !isActive && (
          <>
            <span className="tab-draft" aria-hidden="true" />
            <span className="unseen">有未提交的内容</span>
          </>
        )}
      </button>
      {close && (
        <button type="button" className="tab-close" aria-label={`关闭${title}`} title="关闭" onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
