import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import type { CaptureRow } from '../../../contract/console/captures.ts';
import { notesText } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { RecordingRow, RecordingView } from '../../../contract/console/recordings.ts';
import { get } from '../../kit/net/call.ts';
import { Fault } from '../../kit/ui/fault.tsx';
import { resumePlayback } from '../../kit/certificate/isolated/resume-playback.ts';
import { FileName } from '../../kit/ui/full-text/file-name.tsx';
import { shortenFileName } from '../../kit/ui/text/shorten-file-name.ts';
import { errorToShow } from '../../kit/net/verdict.ts';
import { freshRecording } from './attestation-query.ts';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import './online.css';

const Dialog = lazy(async () => ({ default: (await import('../../kit/ui/dialog.tsx')).Dialog }));
const ImageDialog = lazy(async () => ({ default: (await import('../../kit/ui/images/image-dialog.tsx')).ImageDialog }));

/** 预览结果 of a web page: its image, or that of a file's first page or frame. */
export function CapturePreview({ row, close }: { row: CaptureRow; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [capturePath, row.baoquan_no],
    queryFn: ({ signal }) => get(capturePath, { baoquan: row.baoquan_no }, { signal, quiet: true }),
    staleTime: linkStaleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Suspense>
      {data?.url === '' ? (
        <Dialog title={<FileName name={row.name} />} width={880} close={close}>
          <p className="preview-none">{notesText(row.notes)}。此类文件没有画面可以预览，请下载后查看。</p>
        </Dialog>
      ) : data ? (
        <ImageDialog images={[{ src: data.url, alt: shortenFileName(row.name) }]} first={0} close={close} />
      ) : (
        <Waiting title={row.name} error={error} retry={refetch} close={close} />
      )}
    </Suspense>
  );
}

/** 预览结果 of a recording: played with controls. A phone may also have recorded a picture. */
export function RecordingPreview({ row, close }: { row: RecordingRow; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [recordingPath, row.attestation_id],
    queryFn: ({ signal }) => get(recordingPath, { baoquan: row.attestation_id }, { signal, quiet: true }),
    staleTime: linkStaleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <Suspense>
      {data ? <Played view={data} close={close} /> : <Waiting title={row.name} error={error} retry={refetch} close={close} />}
    </Suspense>
  );
}

const capturePath = '/api/webfor/preview';
const recordingPath = '/api/evidence/getProView';
/** Links are valid for 15 minutes; a player that needs one later gets a new link. */
const linkStaleMs = 300_000;

function Played({ view, close }: { view: RecordingView; close: () => void }) {
  const { address, media_type: mediaType } = view;
  const name = shortenFileName(view.name);
  const number = view.attestation_id;
  const watched = useCallback(
    (player: HTMLMediaElement | null) => (player ? resumePlayback(player, () => freshRecording(number)) : undefined),
    [number],
  );
  if (address !== '' && mediaType.startsWith('image/'))
    return <ImageDialog images={[{ src: address, alt: name }]} first={0} close={close} />;
  let player = <p className="preview-none">证据缺失，无法播放。</p>;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- evidence has none
  if (address !== '')
    player = mediaType.startsWith('audio/') ? (
      <audio ref={watched} src={address} controls preload="metadata" aria-label={visibleText(name)} />
    ) : (
      <video ref={watched} src={address} controls playsInline preload="metadata" aria-label={visibleText(name)} />
    );
  return (
    <Dialog title={<FileName name={view.name} />} width={880} close={close}>
      <div className="preview-player">{player}</div>
    </Dialog>
  );
}

function Waiting({ title, error: failure, retry, close }: { title: string; error: Error | null; retry: () => unknown; close: () => void }) {
  const error = errorToShow(failure);
  return (
    <Dialog title={<FileName name={title} />} width={880} close={close}>
      <div className="preview-player" aria-busy={!error}>
        {error && <Fault error={error} retry={retry} />}
      </div>
    </Dialog>
  );
}
