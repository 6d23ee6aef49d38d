import { memo, useState } from 'react';
import { enabledStatus } from '../../../domain/business/codes/access.ts';
import { given } from '../../kit/ui/given-text.tsx';
import type { RoleChoice } from '../../../contract/console/accounts.ts';

interface Props {
  readonly roles: readonly RoleChoice[];
  readonly value: string;
  /** The current role of the account. It can always be chosen, whatever its state. */
  readonly current: string;
  readonly change: (id: string) => void;
  readonly 'aria-invalid': boolean;
}

/**
 * The roles as radio buttons in a scrolling box, with a search if there are many. The account's current role comes first, so that nobody
 * has to search for it.
 */
export const RoleChoices = memo(function RoleChoices({ roles, value, current, change, 'aria-invalid': isInvalid }: Props) {
  const [keyword, setKeyword] = useState('');
  const wanted = keyword.trim().toLowerCase();
  const ordered = [...roles.filter((role) => role.id === current), ...roles.filter((role) => role.id !== current)];
  const shown = ordered.filter((role) => role.id === value || role.position.toLowerCase().includes(wanted));
  const first = shown.find((role) => !disabledReason(role, current))?.id;
  return (
    <div className="role-choices">
      {roles.length > searchFrom && (
        <input
          className="input"
          type="search"
          aria-label="查找角色"
          placeholder="查找角色"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      )}
      <div className="role-choices-box">
        {shown.map((role) => {
          const closed = disabledReason(role, current);
          return (
            <label key={role.id} className="tick" data-closed={closed !== undefined} title={closed ?? role.position}>
              <input
                type="radio"
                name="role_id"
                value={role.id}
                checked={role.id === value}
                disabled={closed !== undefined}
                aria-invalid={role.id === first && isInvalid}
                onChange={() => change(role.id)}
              />
              <span>{given(role.position)}</span>
            </label>
          );
        })}
        {shown.length === 0 && <p className="hint">没有名称含“{keyword.trim()}”的角色</p>}
      </div>
    </div>
  );
});

const searchFrom = 12;

/** Why a role cannot be assigned; undefined if it can. */
function disabledReason(role: RoleChoice, current: string): string | undefined {
  if (role.id === current) return undefined;
  if (!enabledStatus.is(role.status, 'enabled')) return '该角色已被禁用';
  return role.grantable === 1 ? undefined : '该角色含有您没有的权限，不能分配';
}
