import { useRef, type ReactNode } from 'react';
import type { Location } from 'react-router';
import { TabStrip } from './tab-strip.tsx';
import { TabbedScreens } from './tabbed-screens.tsx';
import { useTabs } from './use-tabs.ts';

interface Props {
  readonly titleRow: ReactNode;
  readonly patternOf: (path: string) => string | undefined;
  readonly titleOf: (path: string) => string;
  /** The screen of a location. */
  readonly render: (location: Location) => ReactNode;
  /** The address redirects to another one. */
  readonly isLeading: boolean;
  /** Shown instead of the screens if the address redirects or has no screen. */
  readonly children: ReactNode;
}

/** The content of the frame, with the open screens as tabs above it. */
export function Tabbed({ titleRow, patternOf, titleOf, render, isLeading, children }: Props) {
  const tabs = useTabs(patternOf);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      <TabStrip tabs={tabs} titleOf={titleOf} />
      <div className="frame-content" ref={scroller}>
        {titleRow}
        <main className="frame-main">
          {(isLeading || tabs.active === '') && children}
          <TabbedScreens tabs={tabs} scroller={scroller} render={render} />
        </main>
      </div>
    </>
  );
}
