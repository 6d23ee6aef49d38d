import { lazy, Suspense, useState, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EvidenceDetail, EvidencePart } from '../../../contract/console/evidence.ts';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { asBackgroundCall } from '../../kit/net/background-call.ts';
import { post } from '../../kit/net/call.ts';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { downloadByFrame } from '../../kit/net/hidden-frame.ts';
import { printRegion } from '../../kit/certificate/print-region.ts';
import { TransportError } from '../../kit/net/request.ts';
import { toast } from '../../kit/ui/toast.ts';
import { detailPath } from './detail-query.ts';

const DownloadHistory = lazy(async () => ({ default: (await import('../../kit/certificate/download-history.tsx')).DownloadHistory }));

/** Download, print, history. The server decides whether there is something to download, whatever the address claims. */
export function CertificateActions({ detail, sheet }: { detail: EvidenceDetail; sheet: RefObject<HTMLElement | null> }) {
  const { can } = useOperator();
  const navigate = useNavigate();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { download, busy } = useDownload(detail);
  const button = (part: EvidencePart, label: string, className: string) => (
    <GuardedButton className={className} pending={busy === part} disabled={busy !== undefined} onClick={() => download(part)}>
      {label}
    </GuardedButton>
  );
  const print = () => {
    if (sheet.current) printRegion(sheet.current, `存证证书-${detail.baoquan}`).catch(() => toast('error', '打印失败，请重试'));
  };
  const parts: readonly (readonly [label: string, part: EvidencePart])[] = [
    ['下载证据', 'file'],
    ['下载证书', 'certificate'],
    ['下载证据包', 'package'],
  ];
  useCurrentRecord({
    acts: [
      ...(can('evidence:download') ? parts.map(([label, part]) => ({ label, run: () => download(part) })) : []),
      { label: '打印证书', run: print },
      { label: '下载历史', run: () => setHistoryOpen(true) },
      { label: '审查说明', run: () => void navigate(`/dossier/${detail.baoquan}`) },
    ],
  });
  return (
    <section className="certificate-actions" aria-label="操作">
      {can('evidence:download') && button('file', '下载证据', 'btn btn-primary')}
      <GuardedButton onClick={print}>打印证书</GuardedButton>
      <GuardedButton onClick={() => setHistoryOpen(true)}>下载历史</GuardedButton>
      <Link className="btn" to={`/dossier/${detail.baoquan}`}>
        审查说明
      </Link>
      {can('evidence:download') && (
        <>
          {button('certificate', '下载证书', 'btn')}
          {button('package', '下载证据包', 'btn')}
        </>
      )}
      {isHistoryOpen && (
        <Suspense>
          <DownloadHistory type={detail.downType} number={detail.baoquan} close={() => setHistoryOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Requests a link and opens it in a hidden frame. A refusal (缺失, 上传中) is shown as its message, and the page fetches the state again.
 */
function useDownload({ baoquan, downType }: EvidenceDetail): { download: (part: EvidencePart) => void; busy: EvidencePart | undefined } {
  const cache = useQueryClient();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (part: EvidencePart) => post('/api/Down/baoquanFile', { baoquan, type: downType, ...(part === 'file' ? {} : { part }) }),
    onSuccess: ({ url }) => downloadByFrame(url),
    onError: (error) => {
      if (error instanceof TransportError) toast('error', error.message);
      // A background call: no operator views the evidence again, the page only updates.
      void asBackgroundCall(() => cache.invalidateQueries({ queryKey: [detailPath, baoquan] }));
    },
  });
  return { download: mutate, busy: isPending ? variables : undefined };
}
