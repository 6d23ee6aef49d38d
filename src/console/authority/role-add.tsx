import { FormWait } from './form-page.tsx';
import { RoleForm } from './role-form.tsx';
import { useAllRules } from './role-query.ts';
import { draftOf } from './rule-tree.ts';

export function RoleAdd() {
  const { data, error, refetch } = useAllRules();
  if (!data) return <FormWait error={error} retry={() => void refetch()} />;
  return <RoleForm title="新增角色" submitLabel="确认新增" role={undefined} rules={draftOf(data)} reload={() => undefined} />;
}
