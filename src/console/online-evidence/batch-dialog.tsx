import { limits } from '../../domain/codes/limits.ts';
import { useCountdown } from '../ui/countdown.ts';
import { Dialog } from '../ui/dialog.tsx';
import { errorToShow } from '../net/verdict.ts';
import type { BatchOffer } from './batch-offer.ts';
import './online.css';

interface Props {
  /** How many were chosen. */
  readonly count: number;
  /** Undefined while the server prepares the zips. */
  readonly offer: BatchOffer | undefined;
  readonly error: Error | null;
  readonly close: () => void;
}

/**
 * How a batch download stands: preparing, handed to the browser, or refused. Once handed over it closes by itself, also where it names
 * files that are missing (seed 1, section 2, Online evidence lists).
 */
export function BatchDialog({ count, offer, error: failure, close }: Props) {
  const error = errorToShow(failure);
  const isDone = offer !== undefined && failure === null;
  const left = useCountdown(limits.batchCloseSeconds, isDone, close);
  const footer = (isDone || error) && (
    <div className="dialog-buttons">
      <button type="button" className={isDone ? 'btn btn-primary' : 'btn'} onClick={close}>
        {isDone ? '立即关闭' : '关闭'}
      </button>
    </div>
  );
  return (
    <Dialog title="批量下载" width={480} close={close} footer={footer}>
      <div className="batch" aria-live="polite">
        <progress aria-label="下载进度" max={100} {...(isDone ? { value: 100 } : error ? { value: 0 } : {})} />
        {error && (
          <p role="alert" className="batch-error">
            {error.message}
          </p>
        )}
        {!error && !isDone && <p>正在准备 {count} 份证据的压缩包……</p>}
        {isDone && <DownloadedZips count={count} offer={offer} />}
        {isDone && (
          <p className="batch-left" role="timer">
            <span className="num">{left}</span> 秒后自动关闭
          </p>
        )}
      </div>
    </Dialog>
  );
}

function DownloadedZips({ count, offer: { zips, missing } }: { count: number; offer: BatchOffer }) {
  return (
    <>
      <p>
        {count - missing.length} 份证据已开始下载，共 {zips.length} 个压缩包，请在浏览器的下载列表中查看。
      </p>
      {missing.length > 0 && (
        <>
          <p className="batch-error">以下 {missing.length} 份证据的文件缺失，未包含在内：</p>
          <ul className="batch-missing mono">
            {missing.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
