import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { MessageRow } from '../../../contract/console/messages.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { Pager } from '../list/pager.tsx';
import { get } from '../net/call.ts';
import { QueryView } from '../ui/query-view.tsx';
import { messageListKey, pollMs, useIsTold, useMarkRead } from './unread.ts';
import { given } from '../ui/given-text.tsx';
import '../ui/card.css';
import './messages.css';

/** The operator's messages, newest first. Opening one marks it as read. */
export function MessageList() {
  const [isUnread, setUnread] = useState(false);
  const [page, setPage] = useState(1);
  const isTold = useIsTold();
  const query = useQuery({
    queryKey: [...messageListKey, isUnread, page],
    queryFn: ({ signal }) => get('/api/ajax/message/getList', { unread: isUnread ? 1 : 0, page }, { signal, quiet: true }),
    refetchInterval: isTold ? false : pollMs,
    placeholderData: (before) => before,
  });
  const read = useMarkRead();
  const choose = (unread: boolean) => {
    setUnread(unread);
    setPage(1);
  };
  return (
    <QueryView query={query}>
      {({ list, count, unread }) => (
        <section className="card messages" aria-label="消息">
          <header>
            <div className="message-choices" role="group" aria-label="筛选">
              <button type="button" className="btn" aria-pressed={!isUnread} onClick={() => choose(false)}>
                全部
              </button>
              <button type="button" className="btn" aria-pressed={isUnread} onClick={() => choose(true)}>
                未读 <span className="num">{unread}</span>
              </button>
            </div>
            <button type="button" className="btn" disabled={unread === 0} onClick={() => void read()}>
              全部标为已读
            </button>
          </header>
          {list.length === 0 && <p className="message-none">{isUnread ? '没有未读消息' : '没有消息，180 天内的消息会保留在这里'}</p>}
          <ul>
            {list.map((message) => (
              <Message key={message.id} message={message} read={() => void read(message.id)} />
            ))}
          </ul>
          {count > limits.pageSize && <Pager page={page} total={count} turnTo={setPage} prefetch={() => undefined} />}
        </section>
      )}
    </QueryView>
  );
}

function Message({ message, read }: { message: MessageRow; read: () => void }) {
  const isNew = message.is_read === 0;
  return (
    <li className="message" data-unread={isNew}>
      <span className="message-kind">
        {message.kind_name}
        {isNew && <span className="unseen">，未读</span>}
      </span>
      {message.url === '' ? (
        <span className="message-text">{given(message.text)}</span>
      ) : (
        <Link className="message-text" to={message.url} onClick={isNew ? read : undefined}>
          {given(message.text)}
        </Link>
      )}
      <time className="num">{message.time}</time>
      <span className="message-act">
        {isNew && (
          <button type="button" className="link" onClick={read}>
            标为已读
          </button>
        )}
      </span>
    </li>
  );
}
