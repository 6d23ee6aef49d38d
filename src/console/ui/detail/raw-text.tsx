import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';
import './raw-text.css';

interface Props {
  readonly title: string;
  /** What is copied; empty where there is none. */
  readonly text: string;
  /** What is shown of it; the text itself unless given. */
  readonly shown?: string;
  /** Of one height, however long the text is; it scrolls, by keyboard too. */
  readonly isFramed?: boolean;
  /** What it is to be read for. */
  readonly children?: ReactNode;
}

/** Text of a machine as it was sent, to be compared and copied. */
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
