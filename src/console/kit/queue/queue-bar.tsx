import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { Popup } from '../ui/popup.tsx';
import { useRevoke } from './use-revoke.tsx';
import { given } from '../ui/given-text.tsx';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';
import type { QueueStatus } from './use-queue-status.ts';

/** Position and count, the number of decisions in this sitting, and the other cases with the operators who hold them. */
export function QueueBar({
  kind,
  status,
  done,
}: {
  readonly kind: QueueKind;
  readonly status: QueueStatus | undefined;
  readonly done: number;
}) {
  const { ask, dialog } = useRevoke(kind);
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
          {(close) => (
            <OthersCases
              others={status.others}
              revoke={
                ask &&
                ((one) => {
                  close();
                  ask(one);
                })
              }
            />
          )}
        </Popup>
      )}
      {dialog}
    </header>
  );
}

interface OthersProps extends Pick<QueueStatus, 'others'> {
  /** Undefined if this operator may not end claims of others. */
  readonly revoke: ((one: QueueStatus['others'][number]) => void) | undefined;
}

/** The cases that others hold, with their operators and since when. */
export function OthersCases({ others, revoke }: OthersProps) {
  return (
    <ul className="queue-others-list num">
      {others.map((one) => (
        <li key={one.id}>
          <b title={visibleText(one.title)}>{given(one.title)}</b>
          <span>
            {one.operator}自 {one.since} 起
          </span>
          {revoke && (
            <GuardedButton className="link" onClick={() => revoke(one)}>
              释放
            </GuardedButton>
          )}
        </li>
      ))}
    </ul>
  );
}
