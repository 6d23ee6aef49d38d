import { useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../ui/icons.tsx';
import type { Act } from './in-hand.ts';
import { PaletteList } from './palette-list.tsx';
import { usePalette } from './use-palette.ts';
import './palette.css';

interface Props {
  /** What the screen below offers. */
  readonly acts: readonly Act[];
  readonly close: () => void;
}

const label = '搜索页面、编号、手机号、名称或操作';

/**
 * Pages, records and acts in one field. The browser's own modal dialog: it keeps the focus, stands above every other dialog, and gives the
 * focus back to where it was.
 */
export function Palette({ acts, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { text, sections, line, act, isEmpty, search, open, setComposing, point, type, onKey } = usePalette(acts, close);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="搜索"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // A dialog below would hear it too.
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <div className="palette-field">
          <Icon name="search" />
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was asked for to type into it
            autoFocus
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={isEmpty ? undefined : `${id}-${line}`}
            aria-autocomplete="list"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => type(event.target.value)}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onKeyDown={onKey}
          />
          <kbd>Esc</kbd>
        </div>
        <PaletteList
          id={id}
          sections={sections}
          line={line}
          act={act}
          isWaiting={!search.isCurrent}
          error={search.error}
          retry={search.retry}
          point={point}
          open={open}
        />
        <Keys />
      </div>
    </dialog>
  );
}

function Keys() {
  return (
    <div className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> 选择
      </span>
      <span>
        <kbd>Enter</kbd> 打开
      </span>
      <span>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> 新标签页打开
      </span>
      <span>
        <kbd>Tab</kbd> 选择操作
      </span>
    </div>
  );
}
