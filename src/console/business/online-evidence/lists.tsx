import { type ComponentType, lazy, Suspense, useState } from 'react';
import { downloadType } from '../../../domain/business/codes/evidence.ts';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { useOperator } from '../../kit/session/operator.tsx';
import { GoButton } from '../../kit/ui/go-button.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { recordingColumns, webColumns } from './columns.ts';
import { kindPages } from './kinds.ts';
import { listSelection } from './many/selection.tsx';
import { moveSource, processSource, webSource } from './sources.ts';

export const WebCaptures = listScreen({
  name: 'online-web',
  source: webSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  selectable: listSelection('web'),
  Tools: listToolsOf('web'),
});

export const ProcessRecordings = listScreen({
  name: 'online-process',
  source: processSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  selectable: listSelection('process'),
  Tools: listToolsOf('process'),
});

export const MoveRecordings = listScreen({
  name: 'online-move',
  source: moveSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  selectable: listSelection('move'),
  Tools: listToolsOf('move'),
});

const DownloadHistory = lazy(async () => ({ default: (await import('../../kit/certificate/download-history.tsx')).DownloadHistory }));

/** Above a list of online evidence: a link to the batch downloads, and the history of earlier batches. */
function listToolsOf(kind: OnlineKind): ComponentType {
  return function ListTools() {
    const { can } = useOperator();
    const [isHistoryOpen, setHistoryOpen] = useState(false);
    return (
      <>
        <GuardedButton onClick={() => setHistoryOpen(true)}>下载历史</GuardedButton>
        {can('evidence:download') && (
          <GoButton isPrimary to={kindPages[kind].batch}>
            批量下载
          </GoButton>
        )}
        {isHistoryOpen && (
          <Suspense>
            <DownloadHistory type={downloadType.code(kind)} close={() => setHistoryOpen(false)} />
          </Suspense>
        )}
      </>
    );
  };
}
