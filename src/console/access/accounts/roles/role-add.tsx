import { QueryView } from '../../../kit/ui/query-view.tsx';
import { RoleForm } from './role-form.tsx';
import { useAllRules } from '../role-query.ts';
import { draftOf } from './rule-tree.ts';

export function RoleAdd() {
  return (
    <QueryView query={useAllRules()}>
      {(rules) => <RoleForm title="新增角色" submitLabel="确认新增" role={undefined} rules={draftOf(rules)} reload={() => undefined} />}
    </QueryView>
  );
}
