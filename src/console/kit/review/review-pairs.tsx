import { emptyCell } from '../ui/empty-cell.ts';
import type { FieldItem } from '../ui/field-list.tsx';
import { given } from '../ui/given-text.tsx';

/** A titled group of labels and values; empty values as ——. */
export function ReviewPairs({ title, items }: { title: string; items: readonly FieldItem[] }) {
  return (
    <section className="review-group" aria-label={title}>
      <h3>{title}</h3>
      <dl className="review-pairs">
        {items.map((item) => (
          <div key={item.label} data-wide={item.isWide}>
            <dt>{item.label}</dt>
            <dd>{item.value === '' ? emptyCell : given(item.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
