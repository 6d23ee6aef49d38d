import { emptyCell } from '../kit/columns.ts';
import type { FieldItem } from '../kit/field-list.tsx';

/** Labels over values in two columns, by group; what is empty as ——. */
export function ReviewPairs({ groups }: { groups: readonly { readonly title: string; readonly items: readonly FieldItem[] }[] }) {
  return (
    <div className="review-data">
      {groups.map(({ title, items }) => (
        <section key={title} className="review-group" aria-label={title}>
          <h3>{title}</h3>
          <dl className="review-pairs">
            {items.map((item) => (
              <div key={item.label} data-wide={item.label === '地址'}>
                <dt>{item.label}</dt>
                <dd>{item.value === '' ? emptyCell : item.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
