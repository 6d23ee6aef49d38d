import { useState } from 'react';
import { useParams } from 'react-router';
import { FormWait } from './form-page.tsx';
import { RoleForm } from './role-form.tsx';
import { useSavedRole } from './role-query.ts';
import { draftOf } from './rule-tree.ts';

export function RoleEdit() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useSavedRole(id);
  const [reloads, setReloads] = useState(0);
  if (!data) return <FormWait error={error} retry={() => void refetch()} />;
  const reload = () => void refetch().then(() => setReloads(reloads + 1));
  return <RoleForm key={`${id} ${reloads}`} title="编辑角色" submitLabel="确认编辑" role={data.roleInfo} rules={draftOf(data.allListTree)} reload={reload} />;
}
