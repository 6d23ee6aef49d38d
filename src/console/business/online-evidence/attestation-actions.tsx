import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { downloadType } from '../../../domain/business/codes/evidence.ts';
import { onlineKind, recordingCode } from '../../../domain/business/codes/online-evidence.ts';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { get, post } from '../../kit/net/call.ts';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { downloadByFrame } from '../../kit/net/hidden-frame.ts';
import { printRegion } from '../../kit/certificate/print-region.ts';
import { TransportError } from '../../kit/net/request.ts';
import { toast } from '../../kit/ui/toast.ts';
import type { Attestation } from './attestation.ts';
import { isRecording } from './kinds.ts';

const DownloadHistory = lazy(async () => ({ default: (await import('../../kit/certificate/download-history.tsx')).DownloadHistory }));
const ConfirmDialog = lazy(async () => ({ default: (await import('../../kit/ui/confirm-dialog.tsx')).ConfirmDialog }));

/** Download, print with a confirmation, history. */
export function AttestationActions({ of: attested, sheet }: { of: Attestation; sheet: RefObject<HTMLElement | null> }) {
  const { can, uid } = useOperator();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'print' | 'history'>();
  const close = () => setOpen(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: () => linkOf(attested, uid),
    onSuccess: (url) => downloadByFrame(url),
    // Refusals are shown where replies are judged; transport errors are shown here.
    onError: (error) => error instanceof TransportError && toast('error', error.message),
  });
  const print = () => {
    close();
    if (sheet.current) printRegion(sheet.current, `取证证书-${attested.number}`).catch(() => toast('error', '打印失败，请重试'));
  };
  useCurrentRecord({
    acts: [
      ...(can('evidence:download') ? [{ label: '下载证据', run: () => mutate() }] : []),
      { label: '打印证书', run: () => setOpen('print') },
      { label: '下载历史', run: () => setOpen('history') },
      { label: '审查说明', run: () => void navigate(`/dossier/${attested.number}`) },
    ],
  });
  return (
    <section className="certificate-actions" aria-label="操作">
      {can('evidence:download') && (
        <GuardedButton className="btn btn-primary" pending={isPending} onClick={() => mutate()}>
          下载证据
        </GuardedButton>
      )}
      <GuardedButton onClick={() => setOpen('print')}>打印证书</GuardedButton>
      <GuardedButton onClick={() => setOpen('history')}>下载历史</GuardedButton>
      <Link className="btn" to={`/dossier/${attested.number}`}>
        审查说明
      </Link>
      <Suspense>
        {open === 'print' && <ConfirmDialog title="打印证书" text="确认打印该证书？" confirm={print} cancel={close} />}
        {open === 'history' && <DownloadHistory type={downloadType.code(attested.kind)} number={attested.number} close={close} />}
      </Suspense>
    </section>
  );
}

/** A link to the download: a zip for a web page, the file itself for a recording. */
async function linkOf({ kind, number: baoquan }: Attestation, uid: string): Promise<string> {
  if (isRecording(kind)) return (await get('/api/evidence/downLoad', { baoquan, uid, type: recordingCode.code(kind) })).url;
  return (await post('/api/webfor/download', { baoquan, uid, type: onlineKind.code('web') })).downUrl;
}
