import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface Props {
  readonly label: ReactNode;
  readonly title?: string;
  readonly className: string;
  readonly panelClassName?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a small panel below it, over everything; a click elsewhere or Esc closes it. */
export function Popup({ label, title, className, panelClassName = '', children }: Props) {
  const [at, setAt] = useState<{ top: number; right: number }>();
  const holder = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!at) return undefined;
    const close = () => setAt(undefined);
    const onPointer = (event: PointerEvent) => event.target instanceof Node && !holder.current?.contains(event.target) && close();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    addEventListener('scroll', close, true);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', close, true);
    };
  }, [at]);
  const toggle = () => {
    const box = holder.current?.getBoundingClientRect();
    // Fixed to the window: the table's own scrolling would cut the panel off.
    setAt(at || !box ? undefined : { top: box.bottom + 4, right: document.documentElement.clientWidth - box.right });
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
          {children(() => setAt(undefined))}
        </div>
      )}
    </span>
  );
}
