import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { OutcomeTable, type NamedRow } from './outcome-table.tsx';
import type { Many } from './use-many.ts';

interface Props {
  readonly title: string;
  readonly rows: readonly NamedRow[];
  readonly many: Pick<Many, 'outcomes' | 'pending' | 'failed' | 'retry'>;
  readonly close: () => void;
  /** What was requested, above the results. */
  readonly children?: ReactNode;
}

/** The result of an act on many rows, row by row; 重试失败项 repeats only the failed ones. */
export function ManyDialog({ title, rows, many, close, children }: Props) {
  const isPending = many.pending.size > 0;
  return (
    <Dialog
      title={title}
      width={640}
      close={close}
      footer={
        <div className="dialog-buttons">
          {many.failed.length > 0 && <RetryFailed many={many} />}
          <button type="button" className="btn btn-primary" onClick={close} disabled={isPending}>
            关闭
          </button>
        </div>
      }
    >
      {children}
      <OutcomeTable rows={rows} many={many} />
    </Dialog>
  );
}

export function RetryFailed({ many }: { many: Pick<Many, 'pending' | 'retry'> }) {
  return (
    <GuardedButton pending={many.pending.size > 0} onClick={() => void many.retry()}>
      重试失败项
    </GuardedButton>
  );
}
