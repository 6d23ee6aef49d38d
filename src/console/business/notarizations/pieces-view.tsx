import { useState } from 'react';
import { Link } from 'react-router';
import type { EvidenceDetail } from '../../../contract/console/evidence.ts';
import type { ApplicationDetail, ApplicationPiece } from '../../../contract/console/notarizations.ts';
import { fileStatus } from '../../../domain/business/codes/evidence.ts';
import { pieceState } from '../../../domain/business/codes/notarizations.ts';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import { anchorOf, anchorWord, isUnderWay } from '../../kit/certificate/anchor.ts';
import { evidencePath } from '../../kit/certificate/evidence-paths.ts';
import { IsolatedContent } from '../../kit/certificate/isolated/isolated-content.tsx';
import { useKeys } from '../../kit/keys/use-keys.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Fault } from '../../kit/ui/fault.tsx';
import { CutText } from '../../kit/ui/full-text/cut-text.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import { ImageViewer } from '../../kit/ui/images/image-viewer.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';
import { MiddleShort } from '../../kit/ui/text/middle-short.tsx';
import { freshPiece, usePieceCheck, usePieceDetail } from './piece-query.ts';
import { firstUnopened, pieceTone } from './pieces.ts';
import './pieces.css';

interface Props {
  readonly detail: ApplicationDetail;
  /** False within a dialog, whose keys work although it covers the page. */
  readonly isOfPage: boolean;
}

/** The pieces of evidence of an application one after the other, each shown itself, with what was checked of it now. */
export function Pieces({ detail: { orderId, pieces }, isOfPage }: Props) {
  const [at, setAt] = useState(() => firstUnopened(pieces));
  const show = (target: number) => setAt(Math.min(pieces.length - 1, Math.max(0, target)));
  useKeys({
    name: '证据',
    isOfPage,
    keys: [
      { key: 'ArrowLeft', act: '上一件', run: () => show(at - 1) },
      { key: 'ArrowRight', act: '下一件', run: () => show(at + 1) },
    ],
  });
  const piece = pieces[at];
  return (
    <section className="pieces" aria-label="证据">
      <ol className="pieces-strip">
        {pieces.map((one, index) => (
          <li key={one.baoquan}>
            <PieceButton piece={one} at={index} isShown={index === at} show={() => show(index)} />
          </li>
        ))}
      </ol>
      {piece && <ShownPiece key={piece.baoquan} orderId={orderId} piece={piece} />}
    </section>
  );
}

interface ButtonProps {
  readonly piece: ApplicationPiece;
  readonly at: number;
  readonly isShown: boolean;
  readonly show: () => void;
}

/** Its number, with a mark once it was opened; red if its files are not whole. */
function PieceButton({ piece: { title, opened, state, state_name: stateName }, at, isShown, show }: ButtonProps) {
  const isOpened = opened === 1;
  const isFaulty = pieceTone(state) === 'failed';
  const words = [`第 ${at + 1} 件`, title, isOpened ? '已查看' : '未查看', ...(isFaulty ? [stateName] : [])].join('，');
  return (
    <button
      type="button"
      className="num"
      aria-current={isShown}
      aria-label={visibleText(words)}
      title={visibleText(words)}
      data-opened={isOpened}
      data-faulty={isFaulty}
      onClick={show}
    >
      {at + 1}
      <span aria-hidden="true">{isFaulty ? '!' : isOpened ? '✓' : ''}</span>
    </button>
  );
}

function ShownPiece({ orderId, piece }: { readonly orderId: string; readonly piece: ApplicationPiece }) {
  const { data, error: failure, refetch } = usePieceDetail(orderId, piece);
  const error = errorToShow(failure);
  return (
    <>
      <div className="piece-stage" aria-busy={!data && !error}>
        {data ? <Content evidence={data} /> : error && <Fault error={error} retry={() => void refetch()} />}
      </div>
      <dl className="piece-facts">
        <div>
          <dt>证据</dt>
          <dd>
            <CutText text={piece.title} />
            {data && <CertificateLink evidence={data} />}
          </dd>
        </div>
        <div>
          <dt>核对</dt>
          <dd>
            <Checked orderId={orderId} baoquan={piece.baoquan} />
          </dd>
        </div>
        {data && <Proven evidence={data} />}
      </dl>
    </>
  );
}

/** The file itself; pictures can be zoomed and turned. */
function Content({ evidence }: { readonly evidence: EvidenceDetail }) {
  const { baoquan, title, media_type: mediaType, preview_url: url } = evidence;
  if (!fileStatus.is(evidence.isDownload, 'stored'))
    return (
      <p className="isolated-none">
        {fileStatus.is(evidence.isDownload, 'uploading') ? '证据上传中，完成后在此显示。' : '证据缺失，无法显示。'}
      </p>
    );
  if (url !== '' && mediaType.startsWith('image/')) return <ImageViewer pictures={[{ src: url, alt: title }]} hasKeys={false} />;
  return (
    <IsolatedContent
      title={title}
      mediaType={mediaType}
      sizeBytes={evidence.file_size}
      html={evidence.html}
      url={url}
      contentKey={`${baoquan} ${evidence.sha256}`}
      renew={() => freshPiece(baoquan)}
    />
  );
}

function CertificateLink({ evidence }: { readonly evidence: EvidenceDetail }) {
  const { can } = useOperator();
  return (
    <Link to={evidencePath(evidence, can)} target="_blank" rel="noreferrer">
      证书
    </Link>
  );
}

/** What reading and hashing its files found, when; and the notes of a captured page. */
function Checked({ orderId, baoquan }: { readonly orderId: string; readonly baoquan: string }) {
  const { data, error: failure, refetch, isFetching } = usePieceCheck(orderId, baoquan);
  const error = errorToShow(failure);
  if (error && !data)
    return (
      <span role="alert">
        {error.message}
        <RetryButton isLink retry={refetch} />
      </span>
    );
  const isUnderWayNow = !data || isFetching || pieceState.is(data.state, 'checking');
  if (isUnderWayNow) return <StatusDot tone="work" text="正在读取文件，重新计算哈希" />;
  const faulty = data.files.filter(({ state }) => !pieceState.is(state, 'whole')).map((file) => `${file.name} ${file.state_name}`);
  return (
    <>
      <StatusDot
        tone={pieceTone(data.state)}
        text={
          pieceState.is(data.state, 'whole') ? `完好，${data.files.length} 个文件的哈希与存证一致` : [data.state_name, ...faulty].join('，')
        }
      />
      <span className="hint num">{data.checked}</span>
      {data.notes.map((note) => (
        <p key={note} className="piece-note">
          {given(note)}
        </p>
      ))}
    </>
  );
}

/** Its hash and what fixes its time. */
function Proven({ evidence }: { readonly evidence: EvidenceDetail }) {
  const anchor = anchorOf(evidence);
  const isPending = isUnderWay(anchor) && evidence.sha256 !== '';
  return (
    <>
      <div>
        <dt>哈希</dt>
        <dd>
          {evidence.sha256 !== '' && (
            <>
              <span className="mono" data-full={evidence.sha256}>
                <MiddleShort text={evidence.sha256} max={24} />
              </span>
              <CopyButton text={evidence.sha256} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>锚定</dt>
        <dd>
          <StatusDot tone={isUnderWay(anchor) ? (isPending ? 'work' : 'over') : 'done'} text={anchorWord(anchor, isPending)} />
          <span className="hint num">{anchor.time}</span>
        </dd>
      </div>
    </>
  );
}
