import { useCallback, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import './palette.css';

/** State of the field, for the list below it. */
export interface PaletteField {
  /** Id of the list and prefix of its lines' ids; the field names the active line by it. */
  readonly id: string;
  readonly text: string;
  /** An input method is composing text. */
  readonly isComposing: boolean;
  /** Pressed keys for the list that it has not handled yet, oldest first. */
  readonly keys: readonly PaletteKey[];
  /** Removes the first of these keys. */
  readonly taken: () => void;
  /** Sets the id of the active line. */
  readonly choose: (line: string | undefined) => void;
}

/** A key for the list below the field. */
export interface PaletteKey {
  readonly key: 'ArrowDown' | 'ArrowUp' | 'Tab' | 'Enter';
  readonly isShift: boolean;
  readonly isCtrl: boolean;
}

interface Props {
  readonly close: () => void;
  /** Content below the field, once it has loaded. */
  readonly children: (field: PaletteField) => ReactNode;
}

const label = '搜索页面、编号、手机号、名称或操作';

/**
 * The field of the global search. It appears immediately with the key that opens it, so that no input is lost while the list's code loads.
 * The browser's own modal dialog keeps the focus, covers every other dialog, and returns the focus to where it was.
 */
export function Palette({ close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [isComposing, setComposing] = useState(false);
  const [keys, setKeys] = useState<readonly PaletteKey[]>([]);
  const [line, choose] = useState<string>();
  const taken = useCallback(() => setKeys((before) => before.slice(1)), []);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey: isShift } = event;
    if (!isForList(key)) return;
    event.preventDefault();
    setKeys((before) => [...before, { key, isShift, isCtrl: event.ctrlKey || event.metaKey }]);
  };
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
        if (event.key !== 'Escape') return;
        // A dialog below would receive it too.
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened for typing
            autoFocus
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={line}
            aria-autocomplete="list"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setKeys([]); // the keys were meant for the previous text's list
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onKeyDown={onKey}
          />
          <kbd>Esc</kbd>
        </div>
        {children({ id, text, isComposing, keys, taken, choose })}
        <Keys />
      </div>
    </dialog>
  );
}

function isForList(key: string): key is PaletteKey['key'] {
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Tab' || key === 'Enter';
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
