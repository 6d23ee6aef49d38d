import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';
import './raw-text.css';

interface Props {
  readonly title: string;
  /** The text to copy; empty for none. */
  readonly text: string;
  /** The displayed version; default is the text itself. */
  readonly shown?: string;
  /** Fixed height with scrolling, also by keyboard. */
  readonly isFramed?: boolean;
  /** Explains what the text is for. */
  readonly children?: ReactNode;
}

/** Machine text as it was sent, to compare and to copy. */
export function RawText({ title, text, shown = text, isFramed = false, children }: Props) {
  return (
    <section className="raw-text" data-framed={isFramed} aria-label={title}>
      <h3>
        {title} {text !== '' && <CopyButton text={text} label={`复制${title}`} />}
      </h3>
      <pre {...(isFramed && { tabIndex: 0 })}>{shown}</pre>
      {children}
    </section>
  );
}
