import type { OnlineKind } from '../../../domain/codes/online-evidence.ts';
import type { Marking } from '../../list/marking/use-marked.ts';
import { BatchButton } from './batch-button.tsx';
import { batchObstacle } from './batch-offer.ts';
import { LabelButton } from './label-button.tsx';
import { nameOf, type OnlineRow } from './online-row.ts';

/** In a list: every row may be labelled, whatever became of it. */
export function listMarking(kind: OnlineKind): Marking<OnlineRow> {
  return { nameOf, obstacle: () => '', tools: (marked) => <LabelButton kind={kind} marked={marked} /> };
}

/** On the page for downloads: what has a file. */
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
