import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '../keys/use-keys.ts';
import { shared } from '../storage/storage.ts';
import { Icon } from '../ui/icons.tsx';
import { fileHistoryTab } from './file-history-query.ts';
import { FileHistory } from './file-history.tsx';
import { Notes } from './notes.tsx';
import { PresenceLine, useOthersPresent } from './presence-line.tsx';
import type { Person } from '../live/stream.ts';
import { Related } from './related.tsx';
import { Timeline } from './timeline.tsx';
import '../ui/card.css';
import './panel.css';

/** Content of a tab; `show` switches to another tab. */
type Content = ComponentType<{ object: string; show: (name: string) => void }>;
const tabs: readonly { readonly name: string; readonly Content: Content }[] = [
  { name: '备注', Content: Notes },
  { name: '时间线', Content: Timeline },
  { name: '相关', Content: Related },
  { name: fileHistoryTab, Content: FileHistory },
];

/** A screen of one object with a side panel: notes of colleagues, timeline and related objects. @param object in the trail's format. */
export function SidePanelLayout({ object, children }: { object: string; children: ReactNode }) {
  const [isFolded, setFolded] = useFolded();
  const others = useOthersPresent(object);
  const side = useRef<HTMLElement>(null);
  useNoteKey(side, isFolded, () => setFolded(false));
  return (
    <div className="beside" data-folded={isFolded}>
      <div className="beside-main">{children}</div>
      <aside ref={side} className="panel" aria-label="备注与动态">
        <button
          type="button"
          className="panel-fold"
          onClick={() => setFolded(!isFolded)}
          aria-expanded={!isFolded}
          aria-label={isFolded ? '展开侧栏' : '收起侧栏'}
          title={isFolded ? '展开侧栏' : '收起侧栏'}
        >
          <Icon name={isFolded ? 'previous' : 'next'} />
        </button>
        {isFolded && others && others.length > 0 && (
          <span className="panel-others num" title={`${others.map(({ name }) => name).join('、')} 也在看`}>
            {others.length}
          </span>
        )}
        {!isFolded && <Tabs key={object} object={object} others={others} />}
      </aside>
    </div>
  );
}

/** The same as a card, for a screen that has its own side column. */
export function PanelCard({ object }: { object: string }) {
  const others = useOthersPresent(object);
  return (
    <section className="card panel-card" aria-label="备注与动态">
      <Tabs key={object} object={object} others={others} />
    </section>
  );
}

function Tabs({ object, others }: { object: string; others: readonly Person[] | undefined }) {
  const [shown, setShown] = useState(tabs[0]);
  const Content = shown?.Content;
  const content = useRef<HTMLDivElement>(null);
  useNoteKey(content, true, () => setShown(tabs[0]));
  return (
    <>
      <div className="panel-tabs" role="tablist" aria-label="侧栏">
        {tabs.map((tab) => (
          <button key={tab.name} type="button" role="tab" className="panel-tab" aria-selected={tab === shown} onClick={() => setShown(tab)}>
            {tab.name}
          </button>
        ))}
      </div>
      <PresenceLine others={others} />
      <div ref={content} className="panel-content" role="tabpanel" aria-label={shown?.name}>
        {Content && <Content object={object} show={(name) => setShown(tabs.find((tab) => tab.name === name))} />}
      </div>
    </>
  );
}

const foldedKey = 'panel-folded';

function useFolded(): [boolean, (folded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => shared.getItem(foldedKey) === '1');
  useEffect(() => shared.setItem(foldedKey, isFolded ? '1' : '0'), [isFolded]);
  return [isFolded, setFolded];
}

/** The key that focuses the field of a new note from anywhere on the screen. @param show makes the notes visible in `place`. */
function useNoteKey(place: RefObject<HTMLElement | null>, isActive: boolean, show: () => void): void {
  const run = () => {
    flushSync(show);
    place.current?.querySelector<HTMLElement>('.note-field')?.focus();
  };
  useKeys({ name: '备注', isOfPage: true, keys: isActive ? [{ key: 'c', act: '写备注', run }] : [] });
}
