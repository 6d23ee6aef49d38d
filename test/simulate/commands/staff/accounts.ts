import type { Dice } from '../../model/dice.ts';
import { staffPart } from '../../model/parts.ts';
import { changeAccount, endSessions, type Account, type Operator, type Staff } from '../../model/staff.ts';
import { beaten, consoleCall, differs, doneWith, noRight, operatorFor, refused, said } from '../expect.ts';
import { mayGrant, reaches } from './rules.ts';
import { administrator, anyMovable, firstPassword, type StaffCommand, type StaffStep } from './targets.ts';

const permission = 'authority:account:edit';
const mostAdded = 4;

export function changed(account: Account): Account {
  return { ...account, changes: account.changes + 1 };
}

/** Disabling ends the live tokens: enabled again, the account has to sign in. What is so already is a state that changed meanwhile. */
export function setAccount(asks: Operator, { id, username }: Operator, isDisabled: boolean): StaffStep {
  return {
    call: consoleCall(asks, 'disableEnable', ['POST', '/api/ajax/power/disableEnable'], { id, status: isDisabled ? 2 : 1 }),
    part: staffPart,
    done: doneWith('操作成功'),
    judge(staff, answer, { by }) {
      const account = staff.accounts.find((one) => one.username === username);
      if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
      // Nobody disables themselves.
      if (isDisabled && by.username === username) return differs(answer, refused) ?? staff;
      if (account?.isDisabled === isDisabled) return differs(answer, beaten) ?? staff;
      const moved = changeAccount(staff, username, (one) => {
        const ended = isDisabled ? endSessions(one, 'shut') : one;
        return { ...changed(ended), isDisabled };
      });
      return differs(answer, said('操作成功')) ?? moved;
    },
  };
}

const disable: StaffCommand = {
  name: 'disable-account',
  weight: 2,
  plan(house, dice) {
    const asks = operatorFor(house, dice, permission);
    const target = dice.oneIn(12) && asks?.roleId !== '1' ? asks : anyMovable(house, dice);
    if (!asks || !target || !reaches(asks, target)) return undefined;
    return setAccount(asks, target, !dice.oneIn(5));
  },
};

/** A username serves one account: of two who ask for it at once, one gets it. */
const add: StaffCommand = {
  name: 'add-account',
  weight: 1,
  plan(house, dice) {
    const { accounts, roles } = house.staff;
    const asks = operatorFor(house, dice, permission);
    const role = dice.pick(roles.filter(({ id }) => id !== '' && id !== '1'));
    const added = accounts.filter(({ username }) => username.startsWith('new')).length;
    if (!asks || !role || added >= mostAdded) return undefined;
    const twin = dice.oneIn(5) ? dice.pick(accounts) : undefined;
    const username = twin?.username ?? `new${added}@example.com`;
    const realname = nameOf(dice);
    const fields = { username, password: firstPassword, realname, mobile: '13800000000', role_id: role.id };
    return {
      call: consoleCall(asks, 'addAccount', ['POST', '/api/ajax/power/addAccount'], fields),
      part: staffPart,
      done: doneWith('新增成功'),
      judge(staff, answer, { by }) {
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
        const given = staff.roles.find(({ id }) => id === role.id);
        const isTaken = staff.accounts.some((one) => one.username === username);
        if (isTaken || !given || given.isDisabled || !mayGrant(by, [], given.nodes)) return differs(answer, refused) ?? staff;
        const account: Account = {
          id: '',
          username,
          realname,
          role: given.position,
          password: firstPassword,
          isDisabled: false,
          accepts: false,
          sessions: [],
          changes: 1,
        };
        return differs(answer, said('新增成功')) ?? { ...staff, accounts: [...staff.accounts, account] };
      },
    };
  },
};

function nameOf(dice: Dice): string {
  return `${dice.pick(['赵', '钱', '孙', '李', '周', '吴']) ?? '郑'}${dice.pick(['一', '二', '三', '四', '五']) ?? '六'}`;
}

interface Form {
  readonly realname: string;
  readonly role: string;
  /** Empty keeps the present one. */
  readonly password: string;
}

/** A new role reaches from the next call on, a new password ends every session; a new name is that of the acts from then on. */
const update: StaffCommand = {
  name: 'update-account',
  weight: 2,
  plan(house, dice) {
    const { roles } = house.staff;
    const asks = operatorFor(house, dice, permission);
    const target = dice.oneIn(12) ? house.operators.get(administrator) : anyMovable(house, dice);
    if (!asks || !target || (target.roleId !== '1' && !reaches(asks, target))) return undefined;
    const isRenamed = dice.oneIn(3);
    const role = dice.oneIn(2) && target.roleId !== '1' ? dice.pick(roles.filter(({ id }) => id !== '' && id !== '1')) : undefined;
    const form = {
      realname: isRenamed ? nameOf(dice) : target.realname,
      role: role?.position ?? target.role,
      password: dice.oneIn(3) ? `Pass${dice.word(8)}` : '',
    };
    const roleId = role?.id ?? target.roleId;
    const fields = { id: target.id, username: target.username, mobile: '13800000000', role_id: roleId, password: form.password };
    return {
      call: consoleCall(asks, 'accountUpdate', ['POST', '/api/ajax/power/accountUpdate'], { ...fields, realname: form.realname }),
      part: staffPart,
      overwrites: `account/${target.id}`,
      // Which name an act beside it had, no answer tells.
      ...(isRenamed ? { isAlone: true as const } : {}),
      judge(staff, answer, { by }) {
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
        return isRefused(staff, target, form, by)
          ? (differs(answer, refused) ?? staff)
          : (differs(answer, said('编辑成功')) ?? changeAccount(staff, target.username, (account) => edited(account, form)));
      },
    };
  },
};

function isRefused(staff: Staff, target: Operator, form: Form, by: Operator): boolean {
  // Nobody changes an account of role 1 without holding it, nor their own.
  if (by.username === target.username || (target.roleId === '1' && by.roleId !== '1')) return true;
  const present = staff.accounts.find(({ username }) => username === target.username);
  const role = staff.roles.find(({ position }) => position === form.role);
  return present?.role !== form.role && (!role || role.isDisabled || !mayGrant(by, [], role.nodes));
}

function edited(account: Account, form: Form): Account {
  const isSame = account.realname === form.realname && account.role === form.role && form.password === '';
  if (isSame) return account;
  const named = { ...changed(account), realname: form.realname, role: form.role };
  return form.password === '' ? named : endSessions({ ...named, password: form.password }, 'over');
}

/** Taking applications is given to an enabled account alone (spec/finance-app-authority, 4.6). Nobody is relieved of it here. */
const accept: StaffCommand = {
  name: 'accept',
  weight: 1,
  plan(house, dice) {
    const asks = operatorFor(house, dice, permission);
    const target = house.operators.get('checker@example.com');
    if (!asks || !target || !reaches(asks, target)) return undefined;
    const { username } = target;
    return {
      call: consoleCall(asks, 'acceptEnable', ['POST', '/api/ajax/power/acceptEnable'], { id: target.id, is_accepted: 1 }),
      part: staffPart,
      isAlone: true,
      done: doneWith('操作成功'),
      judge(staff, answer, { by }) {
        const account = staff.accounts.find((one) => one.username === username);
        if (!by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
        if (by.username === username || account?.isDisabled) return differs(answer, refused) ?? staff;
        if (account?.accepts) return differs(answer, beaten) ?? staff;
        return differs(answer, said('操作成功')) ?? changeAccount(staff, username, (one) => ({ ...changed(one), accepts: true }));
      },
    };
  },
};

export const accountCommands: readonly StaffCommand[] = [disable, add, update, accept];
