import { Activity, memo, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Location } from 'react-router';
import { DraftScopeContext } from '../../kit/drafts/draft-scope.ts';
import type { Tab } from './open-tabs.ts';
import type { Tabs } from './use-tabs.ts';

interface Props {
  readonly tabs: Tabs;
  /** The element that scrolls the screens. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly render: (location: Location) => ReactNode;
}

/** Every open screen as it was left; hidden ones are inactive. */
export function TabbedScreens({ tabs: { tabs, active }, scroller, render }: Props) {
  // Must come before the effects of newly hidden screens end; `show` must come after those of shown ones begin.
  for (const tab of tabs) if (tab.path !== active) tab.drafts.hide();
  useScrolls(tabs, active, scroller);
  useEffect(() => tabs.find((tab) => tab.path === active)?.drafts.show(), [tabs, active]);
  // A tab that was not visited since the page was loaded is not rendered until then.
  const shown = tabs.filter(({ visit }) => visit > 0);
  return shown.map((tab) => (
    <Activity key={tab.path} mode={tab.path === active ? 'visible' : 'hidden'}>
      <Body tab={tab} render={render} />
    </Activity>
  ));
}

/** Renders again when its own tab changes, not when another one does. */
const Body = memo(function Body({ tab, render }: { tab: Tab; render: Props['render'] }) {
  return <DraftScopeContext value={tab.drafts}>{render(tab.location)}</DraftScopeContext>;
});

/** Scroll positions of each screen and of the elements within it, which browsers forget while a screen is hidden. */
function useScrolls(tabs: readonly Tab[], active: string, scroller: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, Map<Element, { left: number; top: number }>>());
  useLayoutEffect(() => {
    for (const path of places.current.keys()) if (!tabs.some((tab) => tab.path === path)) places.current.delete(path);
    const outer = scroller.current;
    if (!outer || active === '') return undefined;
    const known = places.current.get(active) ?? new Map<Element, { left: number; top: number }>();
    places.current.set(active, known);
    outer.scrollTo(known.get(outer) ?? { left: 0, top: 0 });
    for (const [element, place] of known) {
      if (element.isConnected) element.scrollTo(place);
      else known.delete(element);
    }
    const note = ({ target }: Event) => {
      if (target instanceof Element) known.set(target, { left: target.scrollLeft, top: target.scrollTop });
    };
    outer.addEventListener('scroll', note, true);
    return () => outer.removeEventListener('scroll', note, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when a tab becomes visible, not when its address changes
  }, [active]);
}
