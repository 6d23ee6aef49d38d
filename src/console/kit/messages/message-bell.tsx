import { lazy, Suspense } from 'react';
import { useOperator } from '../session/operator.tsx';
import { Icon } from '../ui/icons.tsx';
import { Popup } from '../ui/popup.tsx';
import { unreadText, useToldUnread, useUnread } from './unread.ts';
import './messages.css';

const LatestMessages = lazy(async () => ({ default: (await import('./latest-messages.tsx')).LatestMessages }));

/** The bell of the top bar with the number of unread messages; it opens the latest ones. */
export function MessageBell() {
  const { mustSetUpTotp } = useOperator();
  const unread = useUnread(!mustSetUpTotp);
  useToldUnread(!mustSetUpTotp);
  if (mustSetUpTotp) return null;
  const label = (
    <>
      <Icon name="bell" />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unreadText(unread)}
        </span>
      )}
    </>
  );
  return (
    <Popup className="bell" label={label} title={unread === 0 ? '消息' : `消息，${unread} 条未读`} panelClassName="latest">
      {(close) => (
        <Suspense fallback={<p className="latest-wait" aria-busy="true" />}>
          <LatestMessages close={close} />
        </Suspense>
      )}
    </Popup>
  );
}
