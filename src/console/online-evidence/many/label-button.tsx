import { lazy, Suspense, useState } from 'react';
import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import type { Marked } from '../../list/marking/use-marked.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { OnlineRow } from './online-row.ts';

const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

/** 批量标签 of the marked rows. */
export function LabelButton({ kind, marked }: { kind: OnlineKind; marked: Marked<OnlineRow> }) {
  const [opened, setOpened] = useState<readonly OnlineRow[]>();
  const open = () => (marked.rows.length === 0 ? toast('error', '请选择需要设置标签的证据') : setOpened(marked.rows));
  return (
    <>
      <GuardedButton onClick={open} resetKey={`${marked.keys.join()} ${opened === undefined}`}>
        批量标签
      </GuardedButton>
      {opened && (
        <Suspense>
          <LabelDialog kind={kind} rows={opened} marked={marked} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
