import { useState } from 'react';
import { useParams } from 'react-router';
import { useOperator } from '../../../kit/session/operator.tsx';
import { GoButton } from '../../../kit/ui/go-button.tsx';
import { listAddress } from '../../../kit/list/list-position.ts';
import { QueryView } from '../../../kit/ui/query-view.tsx';
import { LockedPage } from '../locked-page.tsx';
import { RoleView } from './role-detail.tsx';
import { RoleForm } from './role-form.tsx';
import { useSavedRole } from '../role-query.ts';
import { draftOf } from './rule-tree.ts';

/**
 * 编辑角色. Role 1 is read-only (spec/finance-app-authority, 4.8), and so are the operator's own role, any role with more permissions than
 * theirs, and every
 * role for an operator who may not edit roles.
 */
export function RoleEdit() {
  const { id = '' } = useParams();
  const { can } = useOperator();
  const query = useSavedRole(id);
  const [reloads, setReloads] = useState(0);
  const reload = () => void query.refetch().then(() => setReloads(reloads + 1));
  if (!can('authority:role:edit')) {
    return (
      <QueryView query={query}>
        {(saved) => (
          <section className="form-page" aria-label="查看角色详情">
            <RoleView saved={saved} />
            <div className="form-buttons">
              <GoButton to={listAddress(listPage)}>返回列表</GoButton>
            </div>
          </section>
        )}
      </QueryView>
    );
  }
  return (
    <QueryView query={query}>
      {(saved) =>
        saved.roleInfo.locked === '' ? (
          <RoleForm
            key={`${id} ${reloads}`}
            title="编辑角色"
            submitLabel="确认编辑"
            role={saved.roleInfo}
            rules={draftOf(saved.allListTree)}
            reload={reload}
          />
        ) : (
          <LockedPage title="查看角色详情" reason={saved.roleInfo.locked} backTo={listPage}>
            <RoleView saved={saved} />
          </LockedPage>
        )
      }
    </QueryView>
  );
}

const listPage = '/authority/role';
