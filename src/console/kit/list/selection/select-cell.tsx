import { useId, useState, type KeyboardEvent } from 'react';
import './selection.css';

/** The selected rows; keys come from `rowKey`. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  set(keys: ReadonlySet<string>): void;
  /** Why a row cannot be selected; empty if it can. */
  obstacle(row: Row): string;
}

interface Props<Row> {
  readonly selection: Selection<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly label: string;
  readonly isHeader?: boolean;
}

/** The checkbox of a row, or of all rows of the page. A disabled one shows its reason on hover, on keyboard focus and to screen readers. */
export function SelectCell<Row>({ selection, rows, rowKey, label, isHeader = false }: Props<Row>) {
  const Tag = isHeader ? 'th' : 'td';
  const keys = rows.filter((row) => selection.obstacle(row) === '').map(rowKey);
  const chosen = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = keys.length > 0 && chosen === keys.length;
  const obstacle = keys.length === 0 && rows[0] !== undefined ? selection.obstacle(rows[0]) : '';
  const toggle = () => {
    const next = new Set(selection.keys);
    for (const key of keys) {
      if (isAll) next.delete(key);
      else next.add(key);
    }
    selection.set(next);
  };
  return (
    <Tag className="cell-select" {...(obstacle === '' ? {} : { title: obstacle })}>
      {obstacle === '' ? (
        <input
          type="checkbox"
          aria-label={label}
          disabled={keys.length === 0}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && !isAll;
          }}
          onChange={toggle}
        />
      ) : (
        <ClosedBox label={label} obstacle={obstacle} />
      )}
    </Tag>
  );
}

/** Disabled but focusable, or nobody without a mouse would learn the reason. */
function ClosedBox({ label, obstacle }: { label: string; obstacle: string }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <span className="select-closed">
      <input
        type="checkbox"
        aria-label={label}
        aria-disabled="true"
        aria-describedby={id}
        checked={false}
        onChange={() => undefined}
        onFocus={({ currentTarget }) => setShown(currentTarget.matches(':focus-visible'))}
        onBlur={() => setShown(false)}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && setShown(false)}
      />
      <span id={id} role="tooltip" className={isShown ? 'select-why' : 'unseen'}>
        {obstacle}
      </span>
    </span>
  );
}
