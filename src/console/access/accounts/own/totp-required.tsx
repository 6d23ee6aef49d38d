import { useSignOut } from '../../../kit/session/sign-out.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { GuardedButton } from '../../../kit/ui/guarded-button.tsx';
import { PasskeyInstead } from './passkey-instead.tsx';
import { TotpSetup, useTotpDone } from './totp-setup.tsx';

/** Covers the page if an operator's role starts to require a one-time password during their work. Unsaved input stays behind it. */
export function RequiredTotpDialog() {
  const signOut = useSignOut();
  const footer = (
    <div className="dialog-buttons">
      <GuardedButton onClick={signOut}>退出登录</GuardedButton>
    </div>
  );
  return (
    <Dialog title="请先设置动态口令" width={620} footer={footer}>
      <p className="hint">您的角色现已要求使用动态口令。设置完成后可继续当前操作，已填写的内容不会丢失。</p>
      <TotpSetup done={useTotpDone()} />
      <PasskeyInstead done={useTotpDone()} />
    </Dialog>
  );
}
