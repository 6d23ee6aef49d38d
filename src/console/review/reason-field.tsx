import type { RefObject } from 'react';
import { codePointLength } from '../../domain/codes/limits.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Templates that fill the field on a click. */
  readonly templates: readonly string[];
  readonly reason: string;
  readonly isFaulty: boolean;
  readonly maxChars: number;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly write: (text: string) => void;
}

/** The reason of a decision, with a counter of code points. */
export function ReasonField({ label, placeholder, templates, reason, isFaulty, maxChars, field, write }: Props) {
  const length = codePointLength(reason);
  return (
    // Focusable by key without typing into the field: `t` fills in a template, Tab moves into the field.
    <div className="decision-reason" tabIndex={-1}>
      <label htmlFor="review-reason">{label}</label>
      <div className="decision-field">
        <textarea
          id="review-reason"
          ref={field}
          className="input"
          rows={2}
          value={reason}
          placeholder={placeholder}
          aria-invalid={isFaulty}
          onChange={(event) => write(event.target.value)}
        />
        <span className="decision-count num" data-over={length > maxChars}>
          {length}/{maxChars}
        </span>
      </div>
      <ul className="decision-templates" aria-label="常用语" title="快捷键 T">
        {templates.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => {
                write(text);
                field.current?.focus();
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
