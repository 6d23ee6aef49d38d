import { AccountForm } from './account-form.tsx';

export function AccountAdd() {
  return <AccountForm title="新增账号" submitLabel="确认新增" account={undefined} reload={() => undefined} />;
}
