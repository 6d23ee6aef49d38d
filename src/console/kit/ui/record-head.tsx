import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import type { FieldItem } from './field-list.tsx';
import { given } from './given-text.tsx';
import './record-head.css';

interface Props {
  /** What it is called: a person, a company, an evidence. */
  readonly name: string;
  /** An amount with its unit, if the record is about one. */
  readonly amount?: string;
  readonly number: { readonly label: string; readonly text: string };
  /** Its states, as dots with their words; those without a value are left out. */
  readonly states: readonly FieldItem[];
  /** Everything that the reader may do with it; the main act comes last. */
  readonly children?: ReactNode;
  /** Acts that need a row of their own, because each has an explanation. */
  readonly below?: ReactNode;
}

/** The head of a record's page: name, number and states on the left, all acts on the right. */
export function RecordHead({ name, amount = '', number, states, children, below }: Props) {
  return (
    <section className="record-head" aria-label="概要">
      <div className="record-what">
        <div className="record-title">
          <h2>{given(name)}</h2>
          {amount !== '' && <span className="record-amount">{amount}</span>}
        </div>
        <dl className="record-facts">
          <div>
            <dt>{number.label}</dt>
            <dd className="record-number">
              {number.text}
              <CopyButton text={number.text} label={`复制${number.label}`} />
            </dd>
          </div>
          {states
            .filter(({ value }) => value !== '')
            .map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd aria-live="polite">{value}</dd>
              </div>
            ))}
        </dl>
      </div>
      {children && <div className="record-acts">{children}</div>}
      {below}
    </section>
  );
}
