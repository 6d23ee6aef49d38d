import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../kit/loaded.tsx';
import { RoleForm } from './role-form.tsx';
import { useSavedRole } from './role-query.ts';
import { draftOf } from './rule-tree.ts';

export function RoleEdit() {
  const { id = '' } = useParams();
  const query = useSavedRole(id);
  const [reloads, setReloads] = useState(0);
  const reload = () => void query.refetch().then(() => setReloads(reloads + 1));
  return (
    <Loaded query={query}>
      {({ roleInfo, allListTree }) => <RoleForm key={`${id} ${reloads}`} title="编辑角色" submitLabel="确认编辑" role={roleInfo} rules={draftOf(allListTree)} reload={reload} />}
    </Loaded>
  );
}
