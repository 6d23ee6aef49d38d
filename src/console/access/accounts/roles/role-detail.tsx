import { Dialog } from '../../../kit/ui/dialog.tsx';
import { Fault } from '../../../kit/ui/fault.tsx';
import { FieldList } from '../../../kit/ui/field-list.tsx';
import { errorToShow } from '../../../kit/net/verdict.ts';
import { useSavedRole, type SavedRole } from '../role-query.ts';
import { draftOf, showsOwnOnly } from './rule-tree.ts';
import { RuleTree } from './rule-tree-view.tsx';
import '../../../kit/form/form.css';

/** 查看详情: the permissions of a role, read-only. */
export function RoleDetail({ id, close }: { id: string; close: () => void }) {
  const { data, error: failure, refetch } = useSavedRole(id);
  const error = errorToShow(failure);
  return (
    <Dialog title="查看角色详情" width={984} close={close}>
      {data ? (
        <RoleView saved={data} />
      ) : (
        <div className="paged-wait" aria-busy={!error}>
          {error && <Fault error={error} retry={refetch} />}
        </div>
      )}
    </Dialog>
  );
}

/** A role with its tree, read-only. */
export function RoleView({ saved }: { saved: SavedRole }) {
  const { nodes, checked, ownOnly } = draftOf(saved.allListTree);
  const { position, desc, totpRequired } = saved.roleInfo;
  return (
    <div className="role-detail">
      <FieldList
        columns={1}
        items={[
          { label: '角色名称', value: position },
          { label: '角色描述', value: desc },
          ...(totpRequired === 1 ? [{ label: '登录', value: '须使用动态口令' }] : []),
        ]}
      />
      <RuleTree nodes={nodes} checked={checked} />
      {showsOwnOnly(checked) && (
        <label className="tick" data-closed>
          <input type="checkbox" checked={ownOnly} disabled />
          {ownOnlyText}
        </label>
      )}
    </div>
  );
}

/** spec/finance-app-authority, 2, in the words of the screens. */
export const ownOnlyText = '出证申请列表仅显示与登录账号相关的出证数据';
