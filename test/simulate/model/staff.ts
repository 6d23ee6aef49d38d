import type { Dice } from './dice.ts';
import { permissionsOf } from './nodes.ts';

/**
 * Roles, accounts and sessions (spec/finance-app-authority, 6; spec/wire, 4 to 6): one part of the house, since a role's change reaches all
 * its accounts.
 */
export interface Staff {
  readonly roles: readonly Role[];
  readonly accounts: readonly Account[];
  readonly captchas: readonly Captcha[];
  /** Sign-ins as the login log has them. */
  readonly logins: readonly string[];
}

export interface Role {
  /** Empty until it was asked for: no answer tells it. */
  readonly id: string;
  readonly position: string;
  /** With their groups, in ascending order. */
  readonly nodes: readonly number[];
  readonly isDisabled: boolean;
  /** How often it was changed, as its change records have it. */
  readonly changes: number;
}

export interface Account {
  /** Empty until it was asked for. */
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  /** The position of its role, which is unique as its id is, and known from the beginning. */
  readonly role: string;
  readonly password: string;
  readonly isDisabled: boolean;
  /** Takes applications. */
  readonly accepts: boolean;
  /** The latest last. */
  readonly sessions: readonly Session[];
  /** How often it was changed, as its change records have it. */
  readonly changes: number;
}

export interface Session {
  readonly token: string;
  /** Empty until it was asked for. */
  readonly id: string;
  /**
   * `over` by its owner, a new password or an administrator; `shut` by the disabling of the account or its role; `either` of the two where
   * no answer tells which came first; `unasked` where no answer of the round tells whether it ended, until it is asked after the round.
   */
  readonly state: 'live' | 'over' | 'shut' | 'either' | 'unasked';
  /** Of the step that opened it: what tells the latest. */
  readonly born: number;
}

export interface Captcha {
  readonly token: string;
  readonly isUsed: boolean;
}

/** An account with what follows from its role. */
export interface Operator extends Account {
  readonly roleId: string;
  readonly isRoleDisabled: boolean;
  readonly permissions: ReadonlySet<string>;
  /** With node 37: only the applications that are the operator's own. */
  readonly narrowed: boolean;
  /** Of the latest session, live or not; a call may name another. */
  readonly token: string;
}

/** By their names. A staff is a value that nobody changes, so each is looked at once. */
export function operatorsOf(staff: Staff): ReadonlyMap<string, Operator> {
  const known = looked.get(staff);
  if (known) return known;
  const found = new Map(staff.accounts.map((account) => [account.username, operatorOf(staff, account)]));
  looked.set(staff, found);
  return found;
}
const looked = new WeakMap<Staff, ReadonlyMap<string, Operator>>();

function operatorOf({ roles }: Staff, account: Account): Operator {
  const role = roles.find(({ position }) => position === account.role);
  const permissions = permissionsOf(role?.id ?? '', role?.nodes ?? []);
  return {
    ...account,
    roleId: role?.id ?? '',
    isRoleDisabled: role?.isDisabled ?? false,
    permissions,
    narrowed: permissions.has('data:own'),
    token: account.sessions.findLast(({ token }) => token !== '')?.token ?? '',
  };
}

/** Whether new applications may come to them: who takes some (spec/wire, 5), may sign in, and may list and review them. */
export function isAcceptor({ accepts, isDisabled, isRoleDisabled, permissions }: Operator): boolean {
  return accepts && !isDisabled && !isRoleDisabled && permissions.has('notarization:list') && permissions.has('notarization:review');
}

/** Nobody who is known. */
export const nobody: Operator = operatorOf(
  { roles: [], accounts: [], captchas: [], logins: [] },
  { id: '', username: '', realname: '', role: '', password: '', isDisabled: false, accepts: false, sessions: [], changes: 0 },
);

export const signedOut = { code: 401, message: 'failed' } as const;
export const accountDisabled = { code: 403, message: '账号被禁用' } as const;

/** What a session may be answered whatever it asks; empty where it is live (spec/wire, 2). */
export function gatesOf(operator: Operator, token: string): readonly (typeof signedOut | typeof accountDisabled)[] {
  const session = operator.sessions.find((one) => one.token === token);
  if (!session || session.state === 'over') return [signedOut];
  if (operator.isDisabled || operator.isRoleDisabled) return session.state === 'either' ? [accountDisabled, signedOut] : [accountDisabled];
  return session.state === 'live' ? [] : [signedOut];
}

/** Mostly the latest session; sometimes an earlier one, which may have ended. */
export function withSession(operator: Operator, dice: Dice): Operator {
  const chosen = dice.oneIn(8) ? dice.pick(operator.sessions.filter(({ token }) => token !== '')) : undefined;
  return chosen ? { ...operator, token: chosen.token } : operator;
}

export function changeRole(staff: Staff, position: string, change: (role: Role) => Role): Staff {
  return { ...staff, roles: staff.roles.map((role) => (role.position === position ? change(role) : role)) };
}

export function changeAccount(staff: Staff, username: string, change: (account: Account) => Account): Staff {
  return { ...staff, accounts: staff.accounts.map((account) => (account.username === username ? change(account) : account)) };
}

/** Ends the live sessions of an account. */
export function endSessions(account: Account, state: 'over' | 'shut'): Account {
  return { ...account, sessions: account.sessions.map((session) => (session.state === 'live' ? { ...session, state } : session)) };
}

export function addSession(account: Account, token: string, born: number): Account {
  const session: Session = { token, id: '', state: 'live', born };
  return { ...account, sessions: [...account.sessions, session].toSorted((one, other) => one.born - other.born) };
}

/** Adds a row to the login log. */
export function logged(staff: Staff, username: string, result: string): Staff {
  const { id = '' } = staff.accounts.find((one) => one.username === username) ?? {};
  return { ...staff, logins: [...staff.logins, `${id} ${result}`] };
}
