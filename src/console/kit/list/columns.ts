import type { ReactNode } from 'react';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { Fields } from '../net/request.ts';
import type { Operator } from '../session/operator.tsx';

/** A column of a list, declared by its content. Width, alignment and font follow from the kind. */
export type Column<Row> = {
  readonly title: string;
  /** Overrides the kind's width, in pixels; 0 shares the remaining width. */
  readonly width?: number;
  /** Shares the remaining width in a wide window, beyond its own width; for names. */
  readonly grows?: boolean;
  /** The `order` filter of the source that a click on the title switches. */
  readonly orderField?: string;
  /** Shown only to operators with this permission. */
  readonly permission?: Permission;
} & (
  | {
      readonly kind: 'text' | 'time' | 'mobile' | 'code' | 'order' | 'masked' | 'number' | 'money' | 'ip';
      readonly text: (row: Row) => string;
    }
  /** An id or a hash: monospace, shortened in the middle to `chars` characters (26), in full in its tooltip, with a copy button. */
  | { readonly kind: 'id'; readonly text: (row: Row) => string; readonly chars?: number }
  /** A text too long for a cell; a click opens it in a dialog. */
  | { readonly kind: 'opens'; readonly text: (row: Row) => string; readonly dialog: RowDialog<Row> }
  /** A link; plain text where `to` is empty. `isAside`: Enter opens something else of the row. */
  | {
      readonly kind: 'link';
      readonly text: (row: Row) => string;
      readonly to: (row: Row) => string;
      readonly isNewTab?: boolean;
      readonly isAside?: boolean;
    }
  | {
      readonly kind: 'status';
      readonly text: (row: Row) => string;
      readonly tone: (row: Row) => Tone;
      /** Reason for the status, shown on hover; empty for none. */
      readonly note?: (row: Row) => string;
      /** A word in small type beside the status; empty for none. */
      readonly mark?: (row: Row) => string;
    }
  /** A thumbnail that opens a large image. */
  | { readonly kind: 'image'; readonly src: (row: Row) => string; readonly alt: string }
  | {
      readonly kind: 'actions';
      readonly actions: (row: Row, operator: Operator) => readonly Action<Row>[];
      /** The row's role name: rows of the role 管理员 have no actions. */
      readonly roleName?: (row: Row) => string;
    }
);

/** Colour of a status dot: done green, work blue, wait orange, over grey, failed red. The word beside it always says the same. */
export type Tone = 'done' | 'work' | 'wait' | 'over' | 'failed';

/** A text action of a row: a link to another page, a dialog, or a function. */
export type Action<Row> = {
  readonly label: string;
  /** Why the action is not possible; it is shown disabled with this reason. */
  readonly closed?: string;
} & ({ readonly to: string; readonly isNewTab?: boolean } | { readonly dialog: RowDialog<Row> } | { readonly run: () => void });

/** A dialog that a row opens. */
export type RowDialog<Row> = (props: {
  /** The row for which the dialog was opened. */
  readonly row: Row;
  readonly rows: readonly Row[];
  /** The list's filters. */
  readonly filters: Fields;
  readonly close: () => void;
}) => ReactNode;

/** Width in pixels by kind, including the cell's padding. 0 shares the remaining width. */
export const columnWidths: Record<Column<unknown>['kind'], number> = {
  text: 0,
  opens: 0,
  link: 0,
  time: 146,
  mobile: 112,
  code: 174,
  /** An order number, 24 monospace characters, as a first column. */
  order: 212,
  masked: 174,
  number: 96,
  money: 112,
  ip: 148,
  id: 300,
  status: 88,
  image: 64,
  actions: 112,
};

/** Minimum width of a column that shares the remaining width; below it the table scrolls sideways. */
export const flexibleWidth = 150;
