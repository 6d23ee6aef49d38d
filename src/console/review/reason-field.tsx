import type { RefObject } from 'react';
import { codePointLength, limits } from '../../domain/codes/limits.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Texts that fill the field at a click. */
  readonly templates: readonly string[];
  readonly reason: string;
  readonly isFaulty: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly write: (text: string) => void;
}

/** The reason of a decision, counted by code point. Ctrl+Enter submits the form around it. */
export function ReasonField({ label, placeholder, templates, reason, isFaulty, field, write }: Props) {
  const length = codePointLength(reason);
  return (
    <div className="decision-reason">
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
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <span className="decision-count num" data-over={length > limits.reasonChars}>
          {length}/{limits.reasonChars}
        </span>
      </div>
      <ul className="decision-templates" aria-label="常用语">
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
