import { lazy, Suspense, useState, type ComponentType } from 'react';
import { downloadType } from '../../domain/codes/evidence.ts';
import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import { useOperator } from '../session/operator.tsx';
import { GoButton } from '../ui/go-button.tsx';
import { kindPages } from './kinds.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';

const DownloadHistory = lazy(async () => ({ default: (await import('../certificate/download-history.tsx')).DownloadHistory }));

/** Above a list of online evidence: a link to the batch downloads, and the history of earlier batches. */
export function listToolsOf(kind: OnlineKind): ComponentType {
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
