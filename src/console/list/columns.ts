import type { ReactNode } from 'react';
import type { Permission } from '../../domain/access/access.ts';
import type { Fields } from '../net/request.ts';
import type { Operator } from '../session/operator.tsx';

/** A column of a list, declared by what it holds; its width, alignment and face follow from the kind. */
export type Column<Row> = {
  readonly title: string;
  /** Instead of the kind's own width, in pixels; 0 shares what is left. */
  readonly width?: number;
  /** The field of the source's `order` filter that a click on the title switches. */
  readonly orderField?: string;
  /** Shown to its holders alone. */
  readonly permission?: Permission;
} & (
  | {
      readonly kind: 'text' | 'time' | 'mobile' | 'code' | 'order' | 'masked' | 'number' | 'money' | 'ip';
      readonly text: (row: Row) => string;
    }
  /** An id or a hash: monospace, shortened in the middle, whole in its tooltip, with a copy button. */
  | { readonly kind: 'id'; readonly text: (row: Row) => string /** Shown characters; 26 unless given. */; readonly chars?: number }
  /** A text that a click opens in a dialog of its own: more of it than a cell holds. */
  | { readonly kind: 'opens'; readonly text: (row: Row) => string; readonly dialog: RowDialog<Row> }
  | { readonly kind: 'link'; readonly text: (row: Row) => string; readonly to: (row: Row) => string; readonly isNewTab?: boolean }
  | {
      readonly kind: 'status';
      readonly text: (row: Row) => string;
      readonly tone: (row: Row) => Tone /** Why it stands so, on hover; empty for nothing to say. */;
      readonly note?: (row: Row) => string;
    }
  /** A small picture that opens large. */
  | { readonly kind: 'image'; readonly src: (row: Row) => string; readonly alt: string }
  | {
      readonly kind: 'actions';
      readonly actions: (
        row: Row,
        operator: Operator,
      ) => readonly Action<Row>[] /** The row's role name: rows of the role 管理员 have no actions. */;
      readonly roleName?: (row: Row) => string;
    }
);

/** Colour of a status dot: done green, work blue, wait orange, over grey, failed red. The word beside it always says the same. */
export type Tone = 'done' | 'work' | 'wait' | 'over' | 'failed';

/** One text action of a row: a way to another page, or a dialog. */
export type Action<Row> = {
  readonly label: string /** Why it is not to be done here; it stands closed then, and says so. */;
  readonly closed?: string;
} & ({ readonly to: string; readonly isNewTab?: boolean } | { readonly dialog: RowDialog<Row> } | { readonly run: () => void });

/** A dialog that a row opens. */
export type RowDialog<Row> = (props: {
  /** The one it was opened for. */
  readonly row: Row;
  readonly rows: readonly Row[];
  /** What the list is filtered by. */
  readonly filters: Fields;
  readonly close: () => void;
}) => ReactNode;

/** Pixels by kind, the cell's padding included. 0 takes what is left. */
export const columnWidths: Record<Column<unknown>['kind'], number> = {
  text: 0,
  opens: 0,
  link: 0,
  time: 146,
  mobile: 112,
  code: 174,
  /** The number of an order, 24 characters in a face of one width, as a first column. */
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

/** The least that a column without a width of its own needs before the table scrolls sideways. */
export const flexibleWidth = 150;
