import { Popup } from '../ui/popup.tsx';
import type { QueueStatus } from './use-queue-status.ts';

/** Position and count, the number of decisions in this sitting, and the other cases with the operators who hold them. */
export function QueueBar({ status, done }: { readonly status: QueueStatus | undefined; readonly done: number }) {
  return (
    <header className="queue-bar num">
      <span className="queue-position" aria-live="polite">
        {status && status.position > 0 && (
          <>
            第 <b>{status.position.toLocaleString('en-US')}</b> 件，共 <b>{status.count.toLocaleString('en-US')}</b> 件
          </>
        )}
      </span>
      <span className="hint">等候最久的在前</span>
      {done > 0 && <span className="queue-done">本次已处理 {done} 件</span>}
      {status && status.others.length > 0 && (
        <Popup label={`他人处理中 ${status.others.length} 件`} className="btn queue-others" panelClassName="queue-others-panel">
          {() => <OthersCases others={status.others} />}
        </Popup>
      )}
    </header>
  );
}

/** The cases that others hold, with their operators and since when. */
export function OthersCases({ others }: Pick<QueueStatus, 'others'>) {
  return (
    <ul className="queue-others-list num">
      {others.map(({ id, title, operator, since }) => (
        <li key={id}>
          <b title={title}>{title}</b>
          <span>
            {operator}自 {since} 起
          </span>
        </li>
      ))}
    </ul>
  );
}
