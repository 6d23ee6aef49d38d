import { lazy, Suspense, useState } from 'react';
import type { SelectedRows } from '../../../kit/list/selection/use-selected-rows.ts';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { toast } from '../../../kit/ui/toast.ts';
import type { ReassignedRow } from './reassigned-row.ts';

const ReassignDialog = lazy(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }));

interface Props {
  readonly selected: SelectedRows<ReassignedRow>;
  readonly label: string;
  /** Nothing can be reassigned any more; an open dialog with results stays. */
  readonly isOver?: boolean;
}

/** Reassigns the selected applications to another acceptor. */
export function ReassignButton({ selected, label, isOver = false }: Props) {
  const [opened, setOpened] = useState<readonly ReassignedRow[]>();
  const open = () => (selected.rows.length === 0 ? toast('error', '请选择需要转派的申请') : setOpened(selected.rows));
  return (
    <>
      {!isOver && (
        <GuardedButton onClick={open} resetKey={`${selected.keys.join()} ${opened === undefined}`}>
          {label}
        </GuardedButton>
      )}
      {opened && (
        <Suspense>
          <ReassignDialog rows={opened} selected={selected} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
