import type { House } from '../../model/house.ts';
import { permissionsOf, withGroups } from '../../model/nodes.ts';
import { staffPart } from '../../model/parts.ts';
import { changeRole, endSessions, type Operator, type Role, type Staff } from '../../model/staff.ts';
import { beaten, consoleCall, differs, doneWith, noRight, operatorFor, refused, said } from '../expect.ts';
import { mayGrant, reaches } from './rules.ts';
import type { StaffCommand, StaffStep } from './targets.ts';

const permission = 'authority:role:edit';
const mostAdded = 3;
const description = '模拟';

/** What may come and go: of every role as many nodes as its holders have something to do with. */
const optional: Readonly<Record<string, readonly number[]>> = {
  finance: [31, 36],
  cashier: [32, 36],
  clerk: [27, 28, 5],
  checker: [29, 37, 30],
};

/** Roles that no acceptor holds, and whose holders the model sends away. */
function editable({ staff }: House): Role[] {
  return staff.roles.filter(({ position, id }) => id !== '' && (position in optional || position.startsWith('new')));
}

function reached(by: Operator, { id, nodes }: Role): boolean {
  const permissions = permissionsOf(id, nodes);
  return reaches(by, { permissions, narrowed: permissions.has('data:own') });
}

/** Disabling a role ends the sessions of all its accounts. */
export function setRole(asks: Operator, { id, position }: Role, isDisabled: boolean): StaffStep {
  return {
    call: consoleCall(asks, 'roleDisable', ['POST', '/api/ajax/role/roleDisable'], { id, type: isDisabled ? 2 : 1 }),
    part: staffPart,
    done: doneWith('操作成功'),
    judge(staff, answer, { by }) {
      const role = staff.roles.find((one) => one.position === position);
      if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
      if (id === '1' || (isDisabled && by.roleId === id)) return differs(answer, refused) ?? staff;
      if (role?.isDisabled === isDisabled) return differs(answer, beaten) ?? staff;
      const moved = changeRole(staff, position, (one) => ({ ...one, isDisabled, changes: one.changes + 1 }));
      if (!isDisabled) return differs(answer, said('操作成功')) ?? moved;
      const accounts = moved.accounts.map((account) => (account.role === position ? endSessions(account, 'shut') : account));
      return differs(answer, said('操作成功')) ?? { ...moved, accounts };
    },
  };
}

const disable: StaffCommand = {
  name: 'disable-role',
  weight: 1,
  plan(house, dice) {
    const asks = operatorFor(house, dice, permission);
    const first = house.staff.roles.find(({ id }) => id === '1');
    // Who takes applications stays.
    const accepting = new Set(house.staff.accounts.filter(({ accepts }) => accepts).map(({ role }) => role));
    const target = dice.oneIn(12) ? first : dice.pick(editable(house).filter(({ position }) => !accepting.has(position)));
    if (!asks || !target || (target.id !== '1' && !reached(asks, target))) return undefined;
    return setRole(asks, target, !dice.oneIn(5));
  },
};

/** What a role's holders may do follows from their next call on; role 1 and one's own role are never edited. */
const edit: StaffCommand = {
  name: 'edit-role',
  weight: 4,
  plan(house, dice) {
    const asks = operatorFor(house, dice, permission);
    const own = house.staff.roles.find(({ id }) => id === (dice.oneIn(2) ? '1' : asks?.roleId));
    const target = dice.oneIn(12) ? own : dice.pick(editable(house));
    if (!asks || !target) return undefined;
    const isOwn = target.id === '1' || target.id === asks.roleId;
    if (!isOwn && !reached(asks, target)) return undefined;
    const toggled = dice.pick(optional[target.position] ?? [16, 17, 21]) ?? 16;
    const kept = target.nodes.filter((node) => node !== toggled);
    const nodes = withGroups(kept.length === target.nodes.length ? [...target.nodes, toggled] : kept);
    const fields = { roleId: target.id, roleName: target.position, roleDesc: description, menuId: nodes.join(',') };
    return {
      call: consoleCall(asks, 'addRole', ['POST', '/api/ajax/role/addRole'], fields),
      part: staffPart,
      overwrites: `role/${target.id}`,
      judge(staff, answer, { by }) {
        const role = staff.roles.find(({ id }) => id === target.id);
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
        const isRefused = target.id === '1' || by.roleId === target.id || !mayGrant(by, role?.nodes ?? [], nodes);
        if (isRefused) return differs(answer, refused) ?? staff;
        const isSame = role?.nodes.join() === nodes.join();
        const moved = changeRole(staff, target.position, (one) => ({ ...one, nodes, changes: one.changes + (isSame ? 0 : 1) }));
        return differs(answer, said('编辑成功')) ?? moved;
      },
    };
  },
};

/** A name serves one role. Who adds one may give what they hold. */
const add: StaffCommand = {
  name: 'add-role',
  weight: 1,
  plan(house, dice) {
    const { roles } = house.staff;
    const asks = operatorFor(house, dice, permission);
    const added = roles.filter(({ position }) => position.startsWith('new')).length;
    if (!asks || added >= mostAdded) return undefined;
    const position = (dice.oneIn(6) ? dice.pick(roles)?.position : undefined) ?? `new${added}`;
    const nodes = withGroups(
      dice.pick([
        [2, 3, 27],
        [16, 17, 18],
        [20, 21],
        [7, 8, 30],
      ]) ?? [2],
    );
    const fields = { roleName: position, roleDesc: description, menuId: nodes.join(',') };
    return {
      call: consoleCall(asks, 'addRole', ['POST', '/api/ajax/role/addRole'], fields),
      part: staffPart,
      done: doneWith('新增成功'),
      judge(staff, answer, { by }) {
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
        const isTaken = staff.roles.some((one) => one.position === position);
        if (isTaken || !mayGrant(by, [], nodes)) return differs(answer, refused) ?? staff;
        return differs(answer, said('新增成功')) ?? withRole(staff, { id: '', position, nodes, isDisabled: false, changes: 1 });
      },
    };
  },
};

function withRole(staff: Staff, role: Role): Staff {
  return { ...staff, roles: [...staff.roles, role] };
}

export const roleCommands: readonly StaffCommand[] = [disable, edit, add];
