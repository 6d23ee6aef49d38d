import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Popup } from '../kit/ui/popup.tsx';
import { Icon } from '../kit/ui/icons.tsx';
import { useOperator } from '../kit/session/operator.tsx';

type OwnDialog = ComponentType<{ close: () => void }>;
const dialogs: readonly { readonly label: string; readonly Dialog: OwnDialog }[] = [
  { label: '个人设置', Dialog: lazy(async () => ({ default: (await import('../access/accounts/own/own-settings.tsx')).OwnSettings })) },
  { label: '修改密码', Dialog: lazy(async () => ({ default: (await import('../access/accounts/own/own-password.tsx')).OwnPassword })) },
  { label: '我的会话', Dialog: lazy(async () => ({ default: (await import('../access/accounts/sessions-dialog.tsx')).OwnSessions })) },
  { label: '动态口令', Dialog: lazy(async () => ({ default: (await import('../access/accounts/own/totp-dialog.tsx')).TotpDialog })) },
  {
    label: '通行密钥',
    Dialog: lazy(async () => ({ default: (await import('../access/accounts/own/passkeys-dialog.tsx')).PasskeysDialog })),
  },
];

/** The operator's name in the top bar, with a menu for their own account. */
export function OwnMenu({ realname }: { realname: string }) {
  const { mustSetUpTotp } = useOperator();
  const [Opened, setOpened] = useState<OwnDialog>();
  if (mustSetUpTotp) return <span className="top-realname">{realname}</span>; // no entry would work yet
  const label = (
    <>
      <span className="top-realname">{realname}</span>
      <Icon name="down" />
    </>
  );
  return (
    <>
      <Popup className="top-name" label={label} panelClassName="more">
        {(close) =>
          dialogs.map(({ label: text, Dialog }) => (
            <button
              key={text}
              type="button"
              className="link"
              onClick={() => {
                close();
                setOpened(() => Dialog);
              }}
            >
              {text}
            </button>
          ))
        }
      </Popup>
      {Opened && (
        <Suspense>
          <Opened close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
