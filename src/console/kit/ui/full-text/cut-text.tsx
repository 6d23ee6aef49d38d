import { given } from '../given-text.tsx';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import './full-text.css';

/** A text that is truncated to its space. Pointer and keyboard reveal it in full. */
export function CutText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span key={text} ref={watchCut} className={`cut ${className}`} data-full={visibleText(text)}>
      {given(text)}
    </span>
  );
}

/** Whether an element shows less than its full text. */
export function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth || element.textContent !== element.dataset['full'];
}

let observer: ResizeObserver | undefined;

/** A truncated element without focusable content becomes a Tab stop. */
function watchCut(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (isCut(target)) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  const watching = observer;
  watching.observe(element);
  return () => watching.unobserve(element);
}
