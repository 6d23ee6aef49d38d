import { useState } from 'react';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { RetryFailed } from '../../../kit/list/selection/many-dialog.tsx';
import { OutcomeTable, type NamedRow } from '../../../kit/list/selection/outcome-table.tsx';
import type { Many } from '../../../kit/list/selection/use-many.ts';
import { useCountdown } from '../../../kit/ui/countdown.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { noFiles } from './batch-offer.ts';
import '../online.css';

interface Props {
  readonly rows: readonly NamedRow[];
  /** Number of zips handed to the browser. */
  readonly zips: number;
  readonly many: Many<undefined>;
  readonly close: () => void;
}

/**
 * State of a batch download (preparing, handed to the browser, or refused), and each row's result. Once handed over, the dialog closes by
 * itself, even if files are missing (spec/console, 2.14), but not while the operator reads the results.
 */
export function BatchDialog({ rows, zips, many, close }: Props) {
  const [isRead, setRead] = useState(false);
  const isPending = many.pending.size > 0;
  const hasFiles = !isPending && zips > 0;
  const left = useCountdown(limits.batchCloseSeconds, hasFiles && !isRead, close);
  const footer = !isPending && (
    <div className="dialog-buttons">
      {many.failed.length > 0 && <RetryFailed many={many} />}
      <button type="button" className={hasFiles ? 'btn btn-primary' : 'btn'} onClick={close}>
        {hasFiles ? '立即关闭' : '关闭'}
      </button>
    </div>
  );
  return (
    <Dialog title="批量下载" width={600} close={close} footer={footer}>
      <div className="batch" aria-live="polite">
        <progress aria-label="下载进度" max={100} {...(hasFiles ? { value: 100 } : isPending ? {} : { value: 0 })} />
        {isPending && <p>正在准备 {many.pending.size} 份证据的压缩包……</p>}
        {hasFiles && (
          <p>
            {rows.length - many.failed.length} 份证据已开始下载，共 {zips} 个压缩包，请在浏览器的下载列表中查看。
          </p>
        )}
        {!hasFiles && !isPending && (
          <p role="alert" className="batch-error">
            {[...many.outcomes.values()].every(({ reason }) => reason === noFiles) ? noFiles : '没有开始下载，原因见下表'}
          </p>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hover and focus show that the operator reads the results */}
      <div
        className="batch-rows"
        onPointerEnter={() => setRead(true)}
        onPointerLeave={() => setRead(false)}
        onFocus={() => setRead(true)}
        onBlur={() => setRead(false)}
      >
        <OutcomeTable rows={rows} many={many} />
      </div>
      {hasFiles && (
        <p className="batch-left" role="timer">
          <span className="num">{left}</span> 秒后自动关闭
        </p>
      )}
    </Dialog>
  );
}
