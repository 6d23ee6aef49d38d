import { queueLabels, type QueueKind } from '../../../domain/business/codes/queues.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { Notice } from '../ui/notices.tsx';
import { OthersCases } from './queue-bar.tsx';
import { useRevoke } from './use-revoke.tsx';
import type { QueueStatus } from './use-queue-status.ts';

interface Props extends Pick<QueueStatus, 'others'> {
  readonly kind: QueueKind;
  /** Number of decisions in this sitting. */
  readonly done: number;
  readonly checkAgain: () => void;
}

/** Shown when nothing waits, or when others hold everything that does. */
export function QueueEnd({ kind, done, others, checkAgain }: Props) {
  const { ask, dialog } = useRevoke(kind);
  return (
    <div className="queue-end">
      <Notice
        title={others.length > 0 ? '余下的正由他人处理' : `没有待处理的${queueLabels[kind]}`}
        action={
          <GuardedButton className="btn btn-primary" onClick={checkAgain}>
            再看一次
          </GuardedButton>
        }
      >
        {done > 0 ? `本次已处理 ${done} 件。` : ''}有新的待办时会自动出现在这里。
      </Notice>
      {others.length > 0 && <OthersCases others={others} revoke={ask} />}
      {dialog}
    </div>
  );
}
