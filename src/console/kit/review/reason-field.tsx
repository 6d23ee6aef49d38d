import type { RefObject } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';

/** The field of a reason: of one line, where Enter submits, or of several. */
export type ReasonControl = HTMLInputElement & HTMLTextAreaElement;

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Templates that a click fills in. */
  readonly templates: readonly string[];
  readonly reason: string;
  readonly isRequired: boolean;
  readonly isFaulty: boolean;
  readonly maxChars: number;
  readonly field: RefObject<ReasonControl | null>;
  readonly write: (text: string) => void;
  readonly template: (at: number) => void;
}

/** The reason of a decision, with a counter of code points. */
export function ReasonField({ label, placeholder, templates, reason, isRequired, isFaulty, maxChars, field, write, template }: Props) {
  const length = codePointLength(reason);
  const Control = maxChars > limits.reasonChars ? 'textarea' : 'input';
  return (
    <div className="decision-reason">
      <label htmlFor="review-reason" className={isRequired ? 'required' : undefined}>
        {label}
      </label>
      <div className="decision-field">
        <Control
          id="review-reason"
          ref={field}
          className="input"
          value={reason}
          placeholder={placeholder}
          autoComplete="off"
          aria-required={isRequired}
          aria-invalid={isFaulty}
          onChange={(event: { target: { value: string } }) => write(event.target.value)}
        />
        <span className="decision-count num" data-over={length > maxChars}>
          {length}/{maxChars}
        </span>
      </div>
      <ul className="decision-templates" aria-label="常用语">
        {templates.map((text, at) => (
          <li key={text}>
            <button
              type="button"
              title={`快捷键 Alt+${at + 1}`}
              onClick={() => {
                template(at);
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

/** The reason after a template was chosen: own words stay and the template follows them; another template is replaced. */
export function withTemplate(reason: string, template: string, templates: readonly string[]): string {
  const own = reason.trim();
  if (own === '' || templates.includes(own)) return template;
  const before = templates.find((one) => own.endsWith(`；${one}`));
  return `${before === undefined ? own : own.slice(0, -before.length - 1)}；${template}`;
}
