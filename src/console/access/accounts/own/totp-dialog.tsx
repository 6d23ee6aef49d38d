import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../../kit/net/call.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Fault } from '../../../kit/ui/fault.tsx';
import { formDialog } from '../../../kit/form/form-dialog.tsx';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { errorToShow } from '../../../kit/net/verdict.ts';
import { useState } from 'react';
import { TotpSetup } from './totp-setup.tsx';

const CloseForm = formDialog({
  title: '关闭动态口令',
  fields: [{ kind: 'password', name: 'oldPassword', label: '当前密码', placeholder: '请输入当前密码', missing: '请输入当前密码' }],
  submit: ({ oldPassword = '' }) => post('/api/User/totpDisable', { oldPassword }),
});

/** 动态口令: sets it up, or removes it if the role does not require it. */
export function TotpDialog({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({ queryKey: [statePath], queryFn: ({ signal }) => get(statePath, {}, { signal, quiet: true }), staleTime: 0, gcTime: 0 });
  const [isClosing, setClosing] = useState(false);
  const error = errorToShow(failure);
  const done = () => {
    void cache.invalidateQueries({ queryKey: [statePath] });
    close();
  };
  if (isClosing) return <CloseForm close={close} done={done} />;
  let body = (
    <div className="totp-wait" aria-busy={!error}>
      {error && <Fault error={error} retry={refetch} />}
    </div>
  );
  if (data?.enabled === 0) body = <TotpSetup done={done} />;
  else if (data) {
    body = (
      <>
        <p>动态口令已启用，登录时须在密码之后输入。</p>
        {data.required === 1 ? (
          <p className="hint">您的角色要求使用动态口令，不能关闭。更换手机须由管理员重置，管理员的由另一名管理员重置。</p>
        ) : (
          <div className="dialog-buttons">
            <GuardedButton className="btn btn-danger" onClick={() => setClosing(true)}>
              关闭动态口令
            </GuardedButton>
          </div>
        )}
      </>
    );
  }
  return (
    <Dialog title="动态口令" width={620} close={close}>
      {body}
    </Dialog>
  );
}

const statePath = '/api/User/totpState';
