import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { MessageRow } from '../../../contract/console/messages.ts';
import { get } from '../net/call.ts';
import { given } from '../ui/given-text.tsx';
import { Icon } from '../ui/icons.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { messageListKey, pollMs, useIsTold, useMarkRead } from './unread.ts';

/** The latest messages below the bell. @param close closes them, and gives the bell the focus. */
export function LatestMessages({ close }: { close: () => void }) {
  const isTold = useIsTold();
  const query = useQuery({
    queryKey: [...messageListKey, 'latest'],
    queryFn: ({ signal }) => get('/api/ajax/message/getList', { page: 1, limit: shown }, { signal, quiet: true }),
    refetchInterval: isTold ? false : pollMs,
  });
  const read = useMarkRead();
  useCloseOnLeaving(close);
  return (
    <section className="latest-messages" aria-label="最新消息">
      <QueryView query={query}>
        {({ list, count, unread }) => (
          <>
            <header className="latest-head">
              <h2>消息</h2>
              {unread > 0 && <span className="latest-unread num">{unread} 条未读</span>}
              <button type="button" className="link" disabled={unread === 0} onClick={() => void read()}>
                全部标为已读
              </button>
            </header>
            {list.length === 0 && <p className="message-none">没有消息</p>}
            <ul className="latest-list">
              {list.map((message) => (
                <Latest key={message.id} message={message} read={() => void read(message.id)} close={close} />
              ))}
            </ul>
            <footer className="latest-foot">
              <Link to="/messages" onClick={close}>
                {count > list.length ? `全部 ${count} 条消息` : '在整页中查看'}
              </Link>
            </footer>
          </>
        )}
      </QueryView>
    </section>
  );
}
/** As many as fit below the bell at 1366 × 768. */
const shown = 8;

interface Props {
  readonly message: MessageRow;
  readonly read: () => void;
  readonly close: () => void;
}

function Latest({ message, read, close }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const isNew = message.is_read === 0;
  const open = () => {
    if (isNew) read();
    close();
  };
  const markRead = () => {
    row.current?.querySelector<HTMLElement>('.message-text')?.focus(); // the button is about to vanish
    read();
  };
  return (
    <li ref={row} className="latest-message" data-unread={isNew}>
      <p className="latest-about">
        <span className="message-kind">
          {message.kind_name}
          {isNew && <span className="unseen">，未读</span>}
        </span>
        <time className="num">{message.time}</time>
        {isNew && (
          <button type="button" className="latest-read" title="标为已读" aria-label="标为已读" onClick={markRead}>
            <Icon name="check" />
          </button>
        )}
      </p>
      {message.url === '' ? (
        <span tabIndex={-1} className="message-text">
          {given(message.text)}
        </span>
      ) : (
        <Link className="message-text" to={message.url} onClick={open}>
          {given(message.text)}
        </Link>
      )}
    </li>
  );
}

/** Keys and the browser's buttons change the page as well. */
function useCloseOnLeaving(close: () => void): void {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (pathname !== opened.current) close();
  });
}
