import type { ReactNode } from 'react';
import { emptyCell } from './empty-cell.ts';
import { given } from './given-text.tsx';
import './plain-table.css';

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sentences, which take the remaining width and wrap. Everything else, such as dates, numbers and names, stays in one line. */
  readonly isProse?: boolean;
}

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
}

/** A short table within a card, without pages or filters. */
export function PlainTable<Row>({ rows, rowKey, columns }: Props<Row>) {
  return (
    <div className="plain-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td className="none" colSpan={columns.length}>
                暂无数据
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.title} className={column.isProse ? 'prose' : undefined}>
                  {given(column.cell(row)) || emptyCell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
