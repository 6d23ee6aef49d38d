import { FormRow } from './form-row.tsx';

interface Props {
  readonly label: string;
  readonly fault: string | undefined;
  readonly value: string;
  readonly placeholder: string;
  readonly change: (value: string) => void;
  readonly hint?: string;
  /** Maximum number of code points; shows a counter. */
  readonly max?: number;
  readonly autoComplete?: string;
}

/** A required text field in a form on a page. */
export function TextRow({ label, fault, value, placeholder, change, hint, max, autoComplete }: Props) {
  return (
    <FormRow
      label={label}
      fault={fault}
      isRequired
      {...(hint !== undefined && { hint })}
      {...(max !== undefined && { count: { text: value, max } })}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          placeholder={placeholder}
          autoComplete={autoComplete}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormRow>
  );
}
