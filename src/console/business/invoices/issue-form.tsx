import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import type { Invoice } from '../../../contract/console/invoices.ts';
import type { FormField } from '../../kit/form/form-field.tsx';
import { issueFields } from './issue-fields.ts';

const AntdRoot = lazy(async () => ({ default: (await import('../../kit/ui/antd-root.tsx')).AntdRoot }));

interface Props {
  readonly invoice: Invoice;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly change: (name: string, value: string) => void;
}

/** Fields for the tax system's data, beside the case that they are compared with. */
export function IssueFields(props: Props) {
  return (
    <Suspense>
      <AntdRoot>
        <Fields {...props} />
      </AntdRoot>
    </Suspense>
  );
}

function Fields({ invoice, values, faults, change }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  // Focuses the first empty field, after the choice itself had the focus; after a refusal, the first faulty field.
  useEffect(() => {
    const timer = setTimeout(() => {
      const inputs = [...(holder.current?.querySelectorAll('input') ?? [])];
      const faulty = inputs.find((input) => input.getAttribute('aria-invalid') === 'true');
      (faulty ?? inputs.find((input) => input.value === ''))?.focus();
    }, 0);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- must not run while typing in a field, which clears its error
  }, [Object.values(faults).filter((fault) => fault !== undefined).length > 0]);
  return (
    <div className="invoice-issue" ref={holder}>
      {issueFields(invoice, '', values).map((field) => (
        <IssueField key={field.name} field={field} values={values} fault={faults[field.name]} change={change} />
      ))}
    </div>
  );
}

function IssueField({ field, values, fault, change }: { field: FormField; fault: string | undefined } & Pick<Props, 'values' | 'change'>) {
  const id = useId();
  const value = values[field.name] ?? '';
  const write = (text: string) => change(field.name, text);
  return (
    <div className="invoice-issue-row">
      <label htmlFor={id} className={field.missing === undefined ? undefined : 'required'}>
        {field.label}
      </label>
      {field.kind === 'custom' ? (
        <field.Control id={id} values={values} placeholder={field.placeholder} value={value} onChange={write} />
      ) : (
        <input
          id={id}
          className="input"
          value={value}
          placeholder={field.placeholder}
          aria-required={field.missing !== undefined}
          aria-invalid={fault !== undefined}
          onChange={(event) => write(event.target.value)}
        />
      )}
      {fault !== undefined && (
        <p className="decision-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
