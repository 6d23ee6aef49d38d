import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import type { Marking } from '../../list/marking/use-marked.ts';
import { BatchButton } from './batch-button.tsx';
import { batchObstacle } from './batch-offer.ts';
import { LabelButton } from './label-button.tsx';
import { nameOf, type OnlineRow } from './online-row.ts';

/** Marking in a list: every row may be labelled, whatever its state. */
export function listMarking(kind: OnlineKind): Marking<OnlineRow> {
  return { nameOf, obstacle: () => '', tools: (marked) => <LabelButton kind={kind} marked={marked} /> };
}

/** Marking on the download page: rows that have a file. */
export function batchMarking(kind: OnlineKind): Marking<OnlineRow> {
  return {
    nameOf,
    obstacle: batchObstacle,
    tools: (marked) => (
      <>
        <LabelButton kind={kind} marked={marked} />
        <BatchButton kind={kind} marked={marked} />
      </>
    ),
  };
}
