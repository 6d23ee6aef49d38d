import type { DragEvent, PointerEvent } from 'react';
import type { Column } from '../columns.ts';
import { OrderTitle, type RowOrder } from '../order-title.tsx';
import { widthWithin } from './layout.ts';
import './layout.css';

/** What the pointer can do at a column's title; the column settings offer the same by keyboard. */
export interface ColumnTools {
  /** 0 restores the column's own width. */
  resize(title: string, width: number): void;
  move(title: string, target: string, side: 'before' | 'after'): void;
}

interface Props<Row> {
  readonly column: Column<Row>;
  /** The alternative order of the list, if it has one, whether or not this column switches it. */
  readonly order: RowOrder | undefined;
  /** No column is before this one. */
  readonly isFirst: boolean;
  readonly tools: ColumnTools;
}

/** Title of the column that is being dragged; a window can drag only one. */
let dragged = '';

/** A column's title, which can be dragged to another position and resized at its right edge. */
export function HeaderCell<Row>({ column, order, isFirst, tools }: Props<Row>) {
  const { title, kind } = column;
  const isActions = kind === 'actions';
  const ordering = order && column.orderField === order.field ? order : undefined;
  const sideOf = (event: DragEvent<HTMLElement>): 'before' | 'after' => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return !isActions && (isFirst || event.clientX > left + width / 2) ? 'after' : 'before';
  };
  const leave = (event: DragEvent<HTMLElement>) => delete event.currentTarget.dataset['drop'];
  return (
    <th
      scope="col"
      className={`cell-${kind}`}
      aria-sort={ordering && (ordering.isOn ? 'ascending' : 'none')}
      onDragOver={(event) => {
        if (dragged === '' || dragged === title) return;
        event.preventDefault();
        event.currentTarget.dataset['drop'] = sideOf(event);
      }}
      onDragLeave={leave}
      onDrop={(event) => {
        leave(event);
        if (dragged === '' || dragged === title) return;
        event.preventDefault();
        tools.move(dragged, title, sideOf(event));
      }}
    >
      <span
        className="column-title"
        draggable={!isFirst && !isActions}
        onDragStart={(event) => {
          dragged = title;
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', title);
        }}
        onDragEnd={() => {
          dragged = '';
        }}
      >
        {ordering ? <OrderTitle title={title} order={ordering} /> : title}
      </span>
      {!isActions && (
        <span
          className="column-edge"
          aria-hidden="true"
          title="拖动调整列宽，双击恢复"
          onPointerDown={(event) => resizeFrom(event, (width) => tools.resize(title, width))}
          onDoubleClick={() => tools.resize(title, 0)}
        />
      )}
    </th>
  );
}

/** Resizes the column directly while the pointer moves, so that the rows do not render again. */
function resizeFrom(event: PointerEvent<HTMLElement>, done: (width: number) => void): void {
  const edge = event.currentTarget;
  const cell = edge.closest('th');
  const col = cell?.closest('table')?.querySelectorAll('col')[cell.cellIndex];
  if (!cell || !col || event.button !== 0) return;
  event.preventDefault();
  const startX = event.clientX;
  const startWidth = Math.round(cell.getBoundingClientRect().width);
  const before = col.style.width;
  let width = startWidth;
  const follow = (move: globalThis.PointerEvent) => {
    width = widthWithin(startWidth + move.clientX - startX);
    col.style.width = `${width}px`;
  };
  const end = (last: globalThis.PointerEvent) => {
    edge.removeEventListener('pointermove', follow);
    edge.removeEventListener('pointerup', end);
    edge.removeEventListener('pointercancel', end);
    delete edge.dataset['held'];
    if (last.type === 'pointerup' && width !== startWidth) done(width);
    else col.style.width = before;
  };
  edge.setPointerCapture(event.pointerId);
  edge.dataset['held'] = '';
  edge.addEventListener('pointermove', follow);
  edge.addEventListener('pointerup', end);
  edge.addEventListener('pointercancel', end);
}
