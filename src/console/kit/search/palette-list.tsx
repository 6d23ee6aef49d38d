import { useEffect, useRef } from 'react';
import { RetryButton } from '../ui/retry-button.tsx';
import type { Item, Section } from './items.ts';
import { given } from '../ui/given-text.tsx';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';

interface Props {
  readonly id: string;
  readonly sections: readonly Section[];
  /** Index of the active line. */
  readonly line: number;
  readonly act: number;
  readonly isWaiting: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly point: (line: number) => void;
  readonly open: (item: Item, act: string | undefined, inTab?: boolean) => void;
}

/** The lines below the field, by section. Their number is announced to screen readers. */
export function PaletteList({ id, sections, line, act, isWaiting, error, retry, point, open }: Props) {
  const count = countOf(sections);
  const starts = sections.map((_, nth) => countOf(sections.slice(0, nth)));
  return (
    <div className="palette-list" data-waiting={isWaiting}>
      <div id={id} role="listbox" aria-label="搜索结果" aria-busy={isWaiting}>
        {sections.map((section, nth) => (
          <div key={section.name} role="group" aria-labelledby={`${id}-s${nth}`}>
            <div id={`${id}-s${nth}`} className="palette-section">
              {section.name}
            </div>
            {section.items.map((item, at) => {
              const own = (starts[nth] ?? 0) + at;
              return (
                <Line
                  key={item.key}
                  id={`${id}-${own}`}
                  item={item}
                  isActive={own === line}
                  act={own === line ? act : -1}
                  point={() => point(own)}
                  open={(chosen, inTab) => open(item, chosen, inTab)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {error && (
        <p className="palette-note" role="alert">
          {error.message} <RetryButton isLink retry={retry} />
        </p>
      )}
      {!error && count === 0 && <p className="palette-note">{isWaiting ? '正在搜索…' : '没有匹配的页面、记录或操作'}</p>}
      <p className="unseen" role="status">
        {isWaiting ? '' : `${count} 项结果`}
      </p>
    </div>
  );
}

function countOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { items }) => sum + items.length, 0);
}

interface LineProps {
  readonly id: string;
  readonly item: Item;
  readonly isActive: boolean;
  readonly act: number;
  readonly point: () => void;
  readonly open: (act: string | undefined, inTab?: boolean) => void;
}

function Line({ id, item, isActive, act, point, open }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const chosen = item.acts[act];
  return (
    // The field handles the keys and refers to the active line by its id.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={line}
      id={id}
      role="option"
      className={item.isMore ? 'palette-line palette-more' : 'palette-line'}
      aria-selected={isActive}
      aria-label={[item.title, ...item.texts, item.status, chosen]
        .filter(Boolean)
        .map((text) => visibleText(text ?? ''))
        .join('，')}
      onPointerMove={point}
      onClick={(event) => open(undefined, event.ctrlKey || event.metaKey)}
    >
      <span className="palette-title">{given(item.title)}</span>
      <span className="palette-texts num">{given(item.texts.join(' · '))}</span>
      {isActive && item.acts.length > 0 ? (
        <span className="palette-acts">
          {item.acts.map((label, nth) => (
            <button
              key={label}
              type="button"
              tabIndex={-1}
              data-active={nth === act}
              onClick={(event) => {
                event.stopPropagation();
                open(label);
              }}
            >
              {label}
            </button>
          ))}
        </span>
      ) : (
        <span className="palette-status">{item.status}</span>
      )}
    </div>
  );
}
