import { lazy, Suspense, useState } from 'react';
import type { Marked } from '../../list/marking/use-marked.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { ReassignedRow } from './reassigned-row.ts';

const ReassignDialog = lazy(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }));

interface Props {
  readonly marked: Marked<ReassignedRow>;
  readonly label: string;
  /** Nothing can be reassigned any more; an open dialog with results stays. */
  readonly isOver?: boolean;
}

/** Reassigns the marked applications to another acceptor. */
export function ReassignButton({ marked, label, isOver = false }: Props) {
  const [opened, setOpened] = useState<readonly ReassignedRow[]>();
  const open = () => (marked.rows.length === 0 ? toast('error', '请选择需要转派的申请') : setOpened(marked.rows));
  return (
    <>
      {!isOver && (
        <GuardedButton onClick={open} resetKey={`${marked.keys.join()} ${opened === undefined}`}>
          {label}
        </GuardedButton>
      )}
      {opened && (
        <Suspense>
          <ReassignDialog rows={opened} marked={marked} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
