import { lazy, Suspense, useState } from 'react';
import type { OnlineKind } from '../../../../domain/business/codes/online-evidence.ts';
import type { SelectedRows, Selectable } from '../../../kit/list/selection/use-selected-rows.ts';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { toast } from '../../../kit/ui/toast.ts';
import { BatchButton } from './batch-button.tsx';
import { batchObstacle } from './batch-offer.ts';
import { nameOf, type OnlineRow } from './online-row.ts';

/** Marking in a list: every row may be labelled, whatever its state. */
export function listSelection(kind: OnlineKind): Selectable<OnlineRow> {
  return { nameOf, obstacle: () => '', tools: (selected) => <LabelButton kind={kind} selected={selected} /> };
}

/** Marking on the download page: rows that have a file. */
export function batchSelection(kind: OnlineKind): Selectable<OnlineRow> {
  return {
    nameOf,
    obstacle: batchObstacle,
    tools: (selected) => (
      <>
        <LabelButton kind={kind} selected={selected} />
        <BatchButton kind={kind} selected={selected} />
      </>
    ),
  };
}

const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

/** 批量标签 of the selected rows. */
function LabelButton({ kind, selected }: { kind: OnlineKind; selected: SelectedRows<OnlineRow> }) {
  const [opened, setOpened] = useState<readonly OnlineRow[]>();
  const open = () => (selected.rows.length === 0 ? toast('error', '请选择需要设置标签的证据') : setOpened(selected.rows));
  return (
    <>
      <GuardedButton onClick={open} resetKey={`${selected.keys.join()} ${opened === undefined}`}>
        批量标签
      </GuardedButton>
      {opened && (
        <Suspense>
          <LabelDialog kind={kind} rows={opened} selected={selected} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
