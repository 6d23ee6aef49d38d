import { flushSync } from 'react-dom';
import { accountFaults } from '../../../../domain/business/access/account-rules.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { currentToken } from '../../../kit/session/token.ts';
import { endSession } from '../../../kit/session/root-view-port.ts';
import { post } from '../../../kit/net/call.ts';
import { formDialog } from '../../../kit/form/form-dialog.tsx';

const PasswordForm = formDialog({
  title: '修改密码',
  fields: [
    { kind: 'password', name: 'oldPassword', label: '当前密码', placeholder: '请输入当前密码', missing: '请输入当前密码' },
    {
      kind: 'password',
      name: 'password',
      label: '新密码',
      placeholder: `${limits.passwordCharsMin}到${limits.passwordChars}位字母、数字或特殊符号，修改后需重新登录`,
      missing: '请输入密码',
      check: accountFaults.password,
    },
  ],
  submit: ({ oldPassword = '', password = '' }) => post('/api/User/changePassword', { oldPassword, password }),
});

/** 修改密码 of the operator's own account. All their sessions end, including this one. */
export function OwnPassword({ close }: { close: () => void }) {
  const done = () => {
    // The form is saved, so it closes before leaving asks about unsaved forms.
    flushSync(close);
    endSession(currentToken());
  };
  return <PasswordForm close={close} done={done} />;
}
