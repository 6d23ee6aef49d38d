import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import './popup.css';

interface Props {
  readonly label: ReactNode;
  readonly title?: string;
  readonly className: string;
  readonly panelClassName?: string;
  /** Which edges of button and panel are aligned; default right. */
  readonly align?: 'left' | 'right';
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a small panel below it, above everything else; a click outside or Esc closes it. */
export function Popup({ label, title, className, panelClassName = '', align = 'right', children }: Props) {
  const [at, setAt] = useState<{ top: number; left?: number; right?: number }>();
  const holder = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!at) return undefined;
    const close = () => setAt(undefined);
    const button = holder.current?.querySelector('button');
    const onPointer = (event: PointerEvent) => event.target instanceof Node && !holder.current?.contains(event.target) && close();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    // Scrolling within the panel does not close it.
    const onScroll = (event: Event) => !(event.target instanceof Node && holder.current?.contains(event.target)) && close();
    addEventListener('scroll', onScroll, true);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', onScroll, true);
      // The focused element was removed together with the panel.
      if (document.activeElement === document.body) button?.focus();
    };
  }, [at]);
  const toggle = () => {
    const box = holder.current?.getBoundingClientRect();
    // Fixed to the window, because the table's scroll container would clip the panel.
    const edge = box && (align === 'left' ? { left: box.left } : { right: document.documentElement.clientWidth - box.right });
    setAt(at || !box ? undefined : { top: box.bottom + 4, ...edge });
  };
  // The chosen item may open a dialog, which later returns the focus to the element that has it now.
  const choose = () => {
    document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
    setAt(undefined);
  };
  return (
    <span ref={holder} className="popup">
      <button
        type="button"
        className={className}
        title={title}
        aria-label={title}
        aria-expanded={at !== undefined}
        aria-controls={id}
        onClick={toggle}
      >
        {label}
      </button>
      {at && (
        <div id={id} className={`popup-panel ${panelClassName}`} style={at}>
          {children(choose)}
        </div>
      )}
    </span>
  );
}
