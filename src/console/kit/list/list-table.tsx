import type { ReactNode } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import { useOperator } from '../session/operator.tsx';
import { ActionsCell, Cell } from './cells.tsx';
import { columnWidths, flexibleWidth, type Column, type RowDialog } from './columns.ts';
import { HeaderCell, type ColumnTools } from './layout/header-cell.tsx';
import type { RowOrder } from './order-title.tsx';
import { SelectCell, type Selection } from './selection/select-cell.tsx';
import { RetryButton } from '../ui/retry-button.tsx';

interface Props<Row> {
  readonly spec: { readonly rowKey: (row: Row) => string; readonly hasIndex?: boolean };
  readonly selection: Selection<Row> | undefined;
  readonly columns: readonly Column<Row>[];
  /** At least one column has a chosen width. */
  readonly hasWidths: boolean;
  readonly tools: ColumnTools;
  /** Undefined if the rows have only one order. */
  readonly order: RowOrder | undefined;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** The rows still belong to the previous address; they are dimmed until the new ones arrive. */
  readonly isOld: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly firstIndex: number;
  /** Key of the row that the operator selected, and the function that selects one. */
  readonly currentKey: string;
  readonly setCurrentKey: (key: string) => void;
  readonly open: (row: Row, dialog: RowDialog<Row>) => void;
}

/**
 * A plain table with a sticky header and a fixed last column. Not antd's, because this one renders before antd has loaded, paints a page
 * within a few milliseconds on a slow machine, and is a single table for screen readers.
 */
export function ListTable<Row>({
  spec,
  selection,
  columns,
  hasWidths,
  tools,
  order,
  rows,
  isOld,
  error,
  retry,
  firstIndex,
  currentKey,
  setCurrentKey,
  open,
}: Props<Row>) {
  const operator = useOperator();
  const width = columns.reduce(
    (sum, column) => sum + (fixedWidth(column) || flexibleWidth),
    (spec.hasIndex ? indexWidth : 0) + (selection ? selectionWidth : 0),
  );
  const span = columns.length + (spec.hasIndex ? 1 : 0) + (selection ? 1 : 0);
  let body: ReactNode;
  if (error && !isOld && !rows) body = <Message span={span} text={error.message} retry={retry} />;
  else if (!rows) body = <Skeleton columns={span} />;
  else if (rows.length === 0) body = <Message span={span} text="暂无数据" />;
  else
    body = rows.map((row, index) => (
      // The click only records the row whose link or button was used.
      <tr
        key={spec.rowKey(row)}
        tabIndex={-1}
        {...(spec.rowKey(row) === currentKey ? { 'aria-current': true, ref: bringIntoView } : {})}
        onClickCapture={({ target }) => isLink(target) && setCurrentKey(spec.rowKey(row))}
      >
        {selection && <SelectCell selection={selection} rows={[row]} rowKey={spec.rowKey} label="选择此行" />}
        {spec.hasIndex && <td className="cell-index num">{firstIndex + index}</td>}
        {columns.map((column) => (
          <td key={column.title} className={`cell-${column.kind}`}>
            {column.kind === 'actions' ? (
              <ActionsCell column={column} row={row} operator={operator} open={open} />
            ) : (
              <Cell column={column} row={row} open={open} />
            )}
          </td>
        ))}
      </tr>
    ));

  return (
    <>
      {error && !isOld && rows && <StaleNotice text={error.message} retry={retry} />}
      <div className="list-scroll" aria-busy={!rows || isOld}>
        <table className="list-table" style={{ minWidth: width }} data-old={isOld}>
          <Widths columns={columns} hasWidths={hasWidths} hasIndex={spec.hasIndex === true} hasSelection={selection !== undefined} />
          <thead>
            <tr>
              {selection && <SelectCell isHeader selection={selection} rows={rows ?? []} rowKey={spec.rowKey} label="选择本页" />}
              {spec.hasIndex && (
                <th scope="col" className="cell-index">
                  序号
                </th>
              )}
              {columns.map((column, at) => (
                <HeaderCell key={column.title} column={column} order={order} isFirst={at === 0} tools={tools} />
              ))}
            </tr>
          </thead>
          <tbody>{body}</tbody>
        </table>
      </div>
    </>
  );
}

interface WidthsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hasWidths: boolean;
  readonly hasIndex: boolean;
  readonly hasSelection: boolean;
}

/** If every width was chosen, the last column takes the remaining width, so that the others keep theirs and the rows fill the table. */
function Widths<Row>({ columns, hasWidths, hasIndex, hasSelection }: WidthsProps<Row>) {
  const isLeft = hasWidths && columns.every((column) => fixedWidth(column) > 0);
  return (
    <colgroup>
      {hasSelection && <col style={{ width: selectionWidth }} />}
      {hasIndex && <col style={{ width: indexWidth }} />}
      {columns.map((column, at) => {
        const fixed = isLeft && at === columns.length - 1 ? 0 : fixedWidth(column);
        return <col key={column.title} className={column.grows ? 'grows' : undefined} style={fixed === 0 ? undefined : { width: fixed }} />;
      })}
    </colgroup>
  );
}

const indexWidth = 56;
const selectionWidth = 40;

function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button.link') !== null;
}

/** As high as a full page, so that nothing moves when the rows arrive. */
function Skeleton({ columns }: { columns: number }) {
  return Array.from({ length: limits.pageSize }, (_row, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- these rows have no other key
    <tr key={index} className="list-skeleton">
      {Array.from({ length: columns }, (_cell, cell) => (
        // oxlint-disable-next-line react/no-array-index-key -- these cells have no other key
        <td key={cell}>
          <span />
        </td>
      ))}
    </tr>
  ));
}

/** Above rows that could not be refreshed and therefore may be outdated. */
function StaleNotice({ text, retry }: { text: string; retry: () => void }) {
  return (
    <p className="list-stale" role="alert">
      <span>{`${text}。以下仍是上次的内容`}</span>
      <RetryButton retry={retry} />
    </p>
  );
}

/** Takes the place of the rows: what happened, and one action. */
function Message({ span, text, retry }: { span: number; text: string; retry?: () => void }) {
  return (
    <tr className="list-message">
      <td colSpan={span}>
        <p role={retry ? 'alert' : undefined}>{text}</p>
        {retry && <RetryButton retry={retry} />}
      </td>
    </tr>
  );
}

/** Width of the column in pixels; 0 if it shares the remaining width. */
function fixedWidth<Row>(column: Column<Row>): number {
  return column.width ?? columnWidths[column.kind];
}
