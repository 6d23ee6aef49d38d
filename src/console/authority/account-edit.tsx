import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { get } from '../kit/call.ts';
import { AccountForm } from './account-form.tsx';
import { FormWait } from './form-page.tsx';
import { asItStands } from './role-query.ts';

export function AccountEdit() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({ queryKey: [path, id], queryFn: ({ signal }) => get(path, { id }, { signal, quiet: true }), ...asItStands });
  const [reloads, setReloads] = useState(0);
  if (!data) return <FormWait error={error} retry={() => void refetch()} />;
  const reload = () => void refetch().then(() => setReloads(reloads + 1));
  return <AccountForm key={`${id} ${reloads}`} title="编辑账号" submitLabel="确认编辑" account={data} reload={reload} />;
}

const path = '/api/ajax/power/getOne';
