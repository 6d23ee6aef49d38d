import type { ReactNode } from 'react';
import { Dialog } from '../dialog.tsx';
import { FieldList, type FieldItem } from '../field-list.tsx';
import './detail.css';

interface Props {
  readonly title: string;
  readonly width: number;
  readonly close: () => void;
  readonly items: readonly FieldItem[];
  readonly columns: number;
  /** Shown below the fields. */
  readonly children: ReactNode;
}

/** A row of a list in full: its fields, then whatever is too large for a field. */
export function DetailDialog({ title, width, close, items, columns, children }: Props) {
  return (
    <Dialog title={title} width={width} close={close}>
      <div className="detail">
        <FieldList columns={columns} items={items} />
        {children}
      </div>
    </Dialog>
  );
}
