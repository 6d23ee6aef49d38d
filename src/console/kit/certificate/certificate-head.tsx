import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState, type ReactNode, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import type { EvidencePart } from '../../../contract/console/evidence.ts';
import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import { post } from '../net/call.ts';
import { downloadByFrame } from '../net/hidden-frame.ts';
import { TransportError } from '../net/request.ts';
import { useCurrentRecord } from '../search/current-record.ts';
import { useOperator } from '../session/operator.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { RecordHead } from '../ui/record-head.tsx';
import { toast } from '../ui/toast.ts';
import { downloadObstacle, downloads } from './downloads.ts';
import { printRegion } from './print-region.ts';
import './certificate-head.css';

const DownloadHistory = lazy(async () => ({ default: (await import('./download-history.tsx')).DownloadHistory }));
const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }));

/** What the head of a certificate's page needs to know of it, whatever kind it certifies. */
export interface Certified {
  readonly name: string;
  readonly number: string;
  readonly numberLabel: string;
  /** Wire code of its kind in downloads and their history. */
  readonly downloadType: number;
  readonly fileStatus: FileStatus;
  /** What the original is, such as 原文件. */
  readonly original: string;
  /** Title of its print and name of the printed file. */
  readonly printName: string;
}

interface Props {
  readonly of: Certified;
  /** The states of its file and of its anchor, as dots. */
  readonly file: ReactNode;
  readonly anchor: ReactNode;
  readonly sheet: RefObject<HTMLElement | null>;
  /** A link to the original. */
  readonly linkToOriginal: () => Promise<string>;
  /** Called after the server refused a download, whose state is then another one. */
  readonly refused: () => void;
}

/** Name, number and states of an evidence; downloads with what they contain, print and history: the same on both kinds of certificates. */
export function CertificateHead({ of: certified, file, anchor, sheet, linkToOriginal, refused }: Props) {
  const { name, number, numberLabel, downloadType, printName } = certified;
  const [open, setOpen] = useState<'print' | 'history'>();
  const close = () => setOpen(undefined);
  const print = () => {
    close();
    if (sheet.current) printRegion(sheet.current, `${printName}-${number}`).catch(() => toast('error', '打印失败，请重试'));
  };
  const { download, busy } = useDownload(certified, linkToOriginal, refused);
  useActs(certified, download, setOpen);
  return (
    <RecordHead
      name={name}
      number={{ label: numberLabel, text: number }}
      states={[
        { label: '文件', value: file },
        { label: '锚定', value: anchor },
      ]}
      below={<Downloads of={certified} download={download} busy={busy} />}
    >
      <GuardedButton onClick={() => setOpen('history')}>下载历史</GuardedButton>
      <GuardedButton onClick={() => setOpen('print')}>打印证书</GuardedButton>
      <Suspense>
        {open === 'print' && <ConfirmDialog title="打印证书" text="确认打印该证书？" verb="打印" confirm={print} cancel={close} />}
        {open === 'history' && <DownloadHistory type={downloadType} number={number} close={close} />}
      </Suspense>
    </RecordHead>
  );
}

interface DownloadsProps {
  readonly of: Certified;
  readonly download: (part: EvidencePart) => void;
  readonly busy: EvidencePart | undefined;
}

/** Each download with a sentence about its content, or with the reason why it is not possible. */
function Downloads({ of: { number, fileStatus, original }, download, busy }: DownloadsProps) {
  const { can } = useOperator();
  const id = useId();
  const obstacle = downloadObstacle[fileStatus];
  return (
    <ul className="downloads" aria-label="下载">
      {can('evidence:download') &&
        downloads(original).map(({ part, label, content }) => (
          <li key={part}>
            <GuardedButton
              className={part === 'file' ? 'btn btn-primary' : 'btn'}
              pending={busy === part}
              disabled={busy !== undefined || obstacle !== ''}
              aria-describedby={`${id}-${part}`}
              onClick={() => download(part)}
            >
              {label}
            </GuardedButton>
            <p id={`${id}-${part}`}>{obstacle === '' ? content : obstacle}</p>
          </li>
        ))}
      <li>
        <Link className="btn" to={`/dossier/${number}`} aria-describedby={`${id}-dossier`}>
          审查说明
        </Link>
        <p id={`${id}-dossier`}>逐项回答法院审查电子数据时的问题</p>
      </li>
    </ul>
  );
}

/** The same acts for the palette. */
function useActs(
  { number, fileStatus, original }: Certified,
  download: (part: EvidencePart) => void,
  open: (what: 'print' | 'history') => void,
): void {
  const { can } = useOperator();
  const navigate = useNavigate();
  const mayDownload = can('evidence:download') && downloadObstacle[fileStatus] === '';
  useCurrentRecord({
    acts: [
      ...(mayDownload ? downloads(original).map(({ part, label }) => ({ label, run: () => download(part) })) : []),
      { label: '打印证书', run: () => open('print') },
      { label: '下载历史', run: () => open('history') },
      { label: '审查说明', run: () => void navigate(`/dossier/${number}`) },
    ],
  });
}

/** Requests a link and opens it in a hidden frame. A refusal is shown where replies are judged. */
function useDownload({ number: baoquan, downloadType: type }: Certified, linkToOriginal: () => Promise<string>, refused: () => void) {
  const { mutate, variables, isPending } = useMutation({
    mutationFn: async (part: EvidencePart) =>
      part === 'file' ? linkToOriginal() : (await post('/api/Down/baoquanFile', { baoquan, type, part })).url,
    onSuccess: (url) => downloadByFrame(url),
    onError: (error) => {
      if (error instanceof TransportError) toast('error', error.message);
      refused();
    },
  });
  return { download: mutate as (part: EvidencePart) => void, busy: isPending ? variables : undefined };
}
