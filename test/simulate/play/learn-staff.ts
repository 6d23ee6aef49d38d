import { changeAccount, changeRole, type Operator, type Staff } from '../model/staff.ts';
import { staffPart } from '../model/parts.ts';
import { ask } from './learn.ts';
import type { Scene } from './scene.ts';

interface Row {
  readonly admin_id: string;
  readonly username: string;
  readonly position: string;
  readonly id: string;
}

/** What no answer told of the staff: numbers of new accounts, roles and sessions. @returns what is wrong with the answers. */
export async function learnStaff(scene: Scene): Promise<string[]> {
  const { house } = scene;
  const faults: string[] = [];
  let { staff } = house;
  for (const { username } of staff.accounts.filter(({ id }) => id === '')) {
    const { data } = (await ask(scene, 'adminList', ['GET', '/api/ajax/power/adminList'], { keyword: username })).body;
    const row = (data as { list: readonly Row[] }).list.find((one) => one.username === username);
    if (!row) faults.push(`the account ${username} is not in the list`);
    staff = changeAccount(staff, username, (account) => ({ ...account, id: row?.admin_id ?? '?' }));
  }
  for (const { position } of staff.roles.filter(({ id }) => id === '')) {
    const { data } = (await ask(scene, 'getRoleList', ['GET', '/api/ajax/role/getRoleList'], { keyword: position, limit: 100 })).body;
    const row = (data as { data: readonly Row[] }).data.find((one) => one.position === position);
    if (!row) faults.push(`the role ${position} is not in the list`);
    staff = changeRole(staff, position, (role) => ({ ...role, id: row?.id ?? '?' }));
  }
  staffPart.write(house, staff);
  for (const operator of house.operators.values()) if (operator.roleId !== '1') staff = await withSessions(scene, staff, operator);
  staffPart.write(house, staff);
  return faults;
}

/** Each live session is asked for its own number. */
async function withSessions(scene: Scene, staff: Staff, operator: Operator): Promise<Staff> {
  let known = staff;
  for (const { token, state, id } of operator.sessions) {
    if (state !== 'live' || id !== '' || token === '') continue;
    const { data } = (await ask(scene, 'ownSessions', ['GET', '/api/User/sessionList'], { limit: 100 }, { ...operator, token })).body;
    const own = (data as { list: readonly { id: string; current: number }[] }).list.find(({ current }) => current === 1);
    known = changeAccount(known, operator.username, (account) => ({
      ...account,
      sessions: account.sessions.map((one) => (one.token === token ? { ...one, id: own?.id ?? '' } : one)),
    }));
  }
  return known;
}
