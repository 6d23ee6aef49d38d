import { NavLink } from 'react-router';
import { useOperator } from '../session/operator.tsx';
import { Icon } from '../ui/icons.tsx';
import { unreadText, useUnread } from './unread.ts';
import './messages.css';

/** The bell of the top bar with the number of unread messages. */
export function MessageBell() {
  const { mustSetUpTotp } = useOperator();
  const unread = useUnread(!mustSetUpTotp);
  if (mustSetUpTotp) return null;
  const label = unread === 0 ? '消息' : `消息，${unread} 条未读`;
  return (
    <NavLink to="/messages" className="bell" title={label} aria-label={label}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unreadText(unread)}
        </span>
      )}
    </NavLink>
  );
}
