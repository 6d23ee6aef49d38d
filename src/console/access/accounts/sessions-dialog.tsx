import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountRow, SessionRow } from '../../../contract/console/accounts.ts';
import { get, post } from '../../kit/net/call.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { TransportError } from '../../kit/net/request.ts';
import { toast } from '../../kit/ui/toast.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { PagedDialog } from './paged-dialog.tsx';

/** The sessions of an account. Each can be ended separately. */
export function AccountSessions({ account, close }: { account: Pick<AccountRow, 'admin_id' | 'realname' | 'locked'>; close: () => void }) {
  const { can, uid } = useOperator();
  const mayEnd = can('authority:account:edit') && (account.locked === '' || account.admin_id === uid);
  return (
    <SessionsDialog
      title={`${account.realname}的登录会话`}
      queryKey={[accountPath, account.admin_id]}
      fetch={(page, signal) => get(accountPath, { id: account.admin_id, ...page }, { signal, quiet: true })}
      end={
        mayEnd ? (id) => post('/api/ajax/power/sessionEnd', { id }, { about: { act: '已结束会话', name: account.realname } }) : undefined
      }
      close={close}
    />
  );
}

/** 我的会话: the operator's own sessions. */
export function OwnSessions({ close }: { close: () => void }) {
  return (
    <SessionsDialog
      title="我的会话"
      queryKey={[ownPath]}
      fetch={(page, signal) => get(ownPath, page, { signal, quiet: true })}
      end={(id) => post('/api/User/sessionEnd', { id })}
      close={close}
    />
  );
}

const accountPath = '/api/ajax/power/sessionList';
const ownPath = '/api/User/sessionList';

interface Props {
  readonly title: string;
  readonly queryKey: readonly unknown[];
  readonly fetch: (
    page: { readonly page: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<{ list: SessionRow[]; count: number }>;
  /** Undefined if the operator may only view them. */
  readonly end: ((id: string) => Promise<unknown>) | undefined;
  readonly close: () => void;
}

function SessionsDialog({ title, queryKey, fetch, end, close }: Props) {
  const cache = useQueryClient();
  const [ending, setEnding] = useState<SessionRow>();
  const [pending, setPending] = useState(false);
  const confirm = async (row: SessionRow) => {
    setPending(true);
    await end?.(row.id).catch((error: unknown) => error instanceof TransportError && toast('error', error.message));
    setPending(false);
    setEnding(undefined);
    void cache.invalidateQueries({ queryKey });
  };
  const action = (row: SessionRow) => {
    if (row.current === 1) return '当前会话';
    return (
      end && (
        <button type="button" className="link" onClick={() => setEnding(row)}>
          结束
        </button>
      )
    );
  };
  return (
    <>
      <PagedDialog
        title={title}
        queryKey={queryKey}
        fetch={fetch}
        rowKey={(row) => row.id}
        columns={[
          { title: '登录时间', cell: (row) => row.login_time },
          { title: '最近活动', cell: (row) => row.last_time },
          { title: 'IP', cell: (row) => row.ip },
          { title: '浏览器', cell: (row) => row.browser, isProse: true },
          { title: '操作', cell: action },
        ]}
        close={close}
      />
      {ending && (
        <ConfirmDialog
          title="结束会话"
          verb="结束"
          text={`确定结束 ${ending.login_time} 登录的会话吗？该处须重新登录。`}
          isDanger
          pending={pending}
          confirm={() => void confirm(ending)}
          cancel={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
