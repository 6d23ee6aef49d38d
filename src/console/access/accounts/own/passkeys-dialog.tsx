import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyRow } from '../../../../contract/console/own-account.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { formDialog, FormDialog } from '../../../kit/form/form-dialog.tsx';
import { get, post } from '../../../kit/net/call.ts';
import { errorToShow } from '../../../kit/net/verdict.ts';
import { makePasskey, PasskeyFault } from '../../../kit/session/passkeys.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Fault } from '../../../kit/ui/fault.tsx';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { toast } from '../../../kit/ui/toast.ts';
import { PlainTable } from '../../../kit/ui/plain-table.tsx';
import { alwaysFresh } from '../role-query.ts';
import './totp.css';

const password = {
  kind: 'password',
  name: 'oldPassword',
  label: '当前密码',
  placeholder: '请输入当前密码',
  missing: '请输入当前密码',
} as const;

/** Asks for a name and the password, then opens the browser's own dialog. */
export const AddPasskey = formDialog({
  title: '添加通行密钥',
  fields: [
    {
      kind: 'text',
      name: 'name',
      label: '名称',
      placeholder: '如：办公室电脑、随身密钥',
      missing: '请输入通行密钥名称',
      maxChars: limits.passkeyNameChars,
    },
    password,
  ],
  submit: async ({ name = '', oldPassword = '' }) => {
    const made = await makePasskey(await post('/api/User/passkeyBegin', { oldPassword })).catch((error: unknown) => {
      if (error instanceof PasskeyFault) toast('error', error.message);
      throw error;
    });
    return post('/api/User/passkeyConfirm', { name, ...made });
  },
});

/** 通行密钥: the operator's own passkeys by name. */
export function PasskeysDialog({ close }: { close: () => void }) {
  const cache = useQueryClient();
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({ queryKey: [listPath], queryFn: ({ signal }) => get(listPath, {}, { signal, quiet: true }), ...alwaysFresh });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyRow>();
  const error = errorToShow(failure);
  const back = () => {
    setAdding(false);
    setRemoved(undefined);
  };
  const done = () => {
    back();
    void cache.invalidateQueries({ queryKey: [listPath] });
  };
  const removal = (row: PasskeyRow) => (
    <button type="button" className="link" onClick={() => setRemoved(row)}>
      移除
    </button>
  );
  if (isAdding) return <AddPasskey close={back} done={done} />;
  if (removed) return <RemovePasskey passkey={removed} close={back} done={done} />;
  return (
    <Dialog title="通行密钥" width={720} close={close}>
      <p className="hint">
        登录时在密码之后使用，可代替动态口令。可为电脑、手机和安全密钥各添加一个；遗失后请移除，全部遗失的，须由管理员重置，管理员的由另一名管理员重置。
      </p>
      {data ? (
        <>
          <PlainTable
            rows={data.list}
            rowKey={(row) => row.id}
            columns={[
              { title: '名称', cell: (row) => row.name, isProse: true },
              { title: '添加时间', cell: (row) => row.created_time },
              { title: '最近使用', cell: (row) => row.last_time || '尚未使用' },
              { title: '状态', cell: (row) => row.fault || '可用' },
              { title: '操作', cell: removal },
            ]}
          />
          <div className="dialog-buttons">
            {data.available === 0 && <span className="hint">须以域名并通过 HTTPS 访问本系统才能添加。</span>}
            <GuardedButton className="btn btn-primary" disabled={data.available === 0} onClick={() => setAdding(true)}>
              添加通行密钥
            </GuardedButton>
          </div>
        </>
      ) : (
        <div className="totp-wait" aria-busy={!error}>
          {error && <Fault error={error} retry={refetch} />}
        </div>
      )}
    </Dialog>
  );
}

function RemovePasskey({ passkey, close, done }: { passkey: PasskeyRow; close: () => void; done: () => void }) {
  return (
    <FormDialog
      title={`移除通行密钥“${passkey.name}”`}
      fields={[password]}
      submit={({ oldPassword = '' }) => post('/api/User/passkeyRemove', { id: passkey.id, oldPassword })}
      close={close}
      done={done}
    />
  );
}

const listPath = '/api/User/passkeyList';
