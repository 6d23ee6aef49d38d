import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { get } from '../../kit/net/call.ts';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { AccountForm } from './account-form.tsx';
import { LockedPage } from './locked-page.tsx';
import { freshAtVisit, useVisit } from './role-query.ts';

export function AccountEdit() {
  const { id = '' } = useParams();
  const queryKey = [path, id, useVisit()];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => get(path, { id }, { signal, quiet: true }), ...freshAtVisit });
  const [reloads, setReloads] = useState(0);
  const reload = () => void query.refetch().then(() => setReloads(reloads + 1));
  return (
    <QueryView query={query}>
      {(account) =>
        account.locked === '' ? (
          <AccountForm key={`${id} ${reloads}`} title="编辑账号" submitLabel="确认编辑" account={account} reload={reload} />
        ) : (
          <LockedPage title="编辑账号" reason={account.locked} backTo="/authority/account" />
        )
      }
    </QueryView>
  );
}

const path = '/api/ajax/power/getOne';
