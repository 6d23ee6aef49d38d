import { useEffect, useRef, useState } from 'react';
import { isCut } from './cut-text.tsx';
import './full-text.css';

interface Shown {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

/**
 * Shows a truncated text in full while the pointer rests on it or it has the focus; Esc hides it. One instance serves every element with
 * `data-full` on the page. Screen readers read the text itself.
 */
export function FullTextTip() {
  const [shown, setShown] = useState<Shown>();
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => follow(setShown, () => tip.current), []);
  if (!shown) return null;
  return (
    <div ref={tip} className="full-text-tip" role="tooltip" aria-hidden="true" style={{ left: shown.left, top: shown.top }}>
      {shown.text}
    </div>
  );
}

function follow(show: (shown: Shown | undefined) => void, tip: () => HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (act: () => void, delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, delayMs);
  };
  /** The text that has the focus while the tip shows it. */
  let focused: HTMLElement | undefined;
  const hide = () => {
    clearTimeout(timer);
    focused = undefined;
    show(undefined);
  };
  /** A text that comes to rest under a pointer that does not move. */
  const showHovered = () => {
    const cut = cutAt([...document.querySelectorAll(':hover')].at(-1) ?? null);
    if (cut) show(placeOf(cut));
  };
  const isTip = (target: EventTarget | null) => target instanceof Node && tip()?.contains(target) === true;
  const onPointer = ({ target }: Event) => {
    if (isTip(target)) return clearTimeout(timer); // the tip itself may be hovered and selected
    const cut = cutAt(target);
    if (!cut) return later(hide, leaveMs);
    return later(() => {
      focused = undefined;
      show(placeOf(cut));
    }, restMs);
  };
  const onFocus = ({ target }: Event) => {
    const cut = target instanceof Element && target.matches(':focus-visible') ? cutAt(target) : undefined;
    if (!cut) return hide();
    focused = cut;
    show(placeOf(cut));
  };
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
  const onScroll = ({ target }: Event) => {
    if (isTip(target)) return;
    // The browser scrolls to what gets the focus.
    if (focused?.isConnected) return show(placeOf(focused));
    hide();
    later(showHovered, restMs);
  };
  const ways = [
    ['pointerover', onPointer],
    ['focusin', onFocus],
    ['focusout', hide],
    ['pointerdown', (event: Event) => !isTip(event.target) && hide()],
    ['scroll', onScroll],
  ] as const;
  for (const [name, act] of ways) document.addEventListener(name, act, true);
  document.addEventListener('keydown', onKey, true);
  return () => {
    hide();
    for (const [name, act] of ways) document.removeEventListener(name, act, true);
    document.removeEventListener('keydown', onKey, true);
  };
}

const restMs = 250;
/** Long enough to move the pointer from the text to the tip. */
const leaveMs = 150;

function cutAt(target: EventTarget | null): HTMLElement | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-full]') : null;
  return element && isCut(element) ? element : undefined;
}

/** Below the text if there is room, else above it; always within the window. */
function placeOf(element: HTMLElement): Shown {
  const box = element.getBoundingClientRect();
  const text = element.dataset['full'] ?? '';
  const width = Math.min(widest, document.documentElement.clientWidth - 2 * edge);
  const left = Math.max(edge, Math.min(box.left, document.documentElement.clientWidth - width - edge));
  const lines = Math.min(Math.ceil((text.length * charWidth) / width) + text.split('\n').length, mostLines);
  const height = lines * lineHeight + 18;
  const isBelow = box.bottom + height + edge < innerHeight || box.top < height;
  return { text, left, top: isBelow ? box.bottom + 4 : box.top - 4 - height };
}

const [widest, edge, charWidth, lineHeight, mostLines] = [480, 8, 14, 22, 14];
