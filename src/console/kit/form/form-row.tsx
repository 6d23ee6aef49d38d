import { useId, type ReactNode } from 'react';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import './form.css';

interface Props {
  readonly label: string;
  readonly fault: string | undefined;
  /** Counts code points against `max`. */
  readonly count?: { readonly text: string; readonly max: number };
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** For a group of controls, which the label names together. */
  readonly isGroup?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-required': boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** A row of a form on a page: label on the left, then the control with its error below. */
export function FormRow({ label, fault, count, hint, isRequired = false, isGroup = false, children }: Props) {
  const id = useId();
  const control = children({ id, 'aria-required': isRequired, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` });
  const labelClass = isRequired ? 'form-label required' : 'form-label';
  return (
    <div className="form-row" role={isGroup ? 'group' : undefined} aria-labelledby={isGroup ? `${id}-label` : undefined}>
      {isGroup ? (
        <span id={`${id}-label`} className={labelClass}>
          {label}
        </span>
      ) : (
        <label className={labelClass} htmlFor={id}>
          {label}
        </label>
      )}
      <div className="form-control">
        {control}
        <p className="form-note">
          <span id={`${id}-fault`} className="form-fault" aria-live="polite">
            {fault ?? <span className="hint">{hint}</span>}
          </span>
          {count && (
            <span className="form-count num" data-over={codePointLength(count.text.trim()) > count.max}>
              {codePointLength(count.text.trim())}/{count.max}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}
