import type { CSSProperties, ReactNode } from 'react';
import { emptyCell } from './empty-cell.ts';
import { given } from './given-text.tsx';
import './card.css';

export interface FieldItem {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes a line of its own: addresses and long numbers. */
  readonly isWide?: boolean;
}

/** A panel with a title and, on its right, an action or a word. */
export function Card({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

/** A panel that contains only labels and values. */
export function FieldCard({ title, ...list }: { title: string; items: readonly FieldItem[]; columns?: number }) {
  return (
    <Card title={title}>
      <FieldList {...list} />
    </Card>
  );
}

/** Labels and values in columns; an empty value shows as ——. */
export function FieldList({ items, columns = 3 }: { items: readonly FieldItem[]; columns?: number }) {
  return (
    <dl className="fields" style={{ '--count': columns } as CSSProperties}>
      {items.map((item) => (
        <div key={item.label} data-wide={item.isWide}>
          <dt>{item.label}</dt>
          <dd>{item.value === '' || item.value === undefined || item.value === null ? emptyCell : given(item.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
