import { changeAccount, changeRole, type Operator, type Session, type Staff } from '../model/staff.ts';
import { staffPart } from '../model/parts.ts';
import { consoleCall } from '../commands/expect.ts';
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
  let staff = await withAskedSessions(scene);
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
  const found = await Promise.all([...house.operators.values()].map((operator) => unnamedSessions(scene, operator)));
  for (const { username, token, id } of found.flat()) staff = changeSession(staff, username, token, (session) => ({ ...session, id }));
  staffPart.write(house, staff);
  return faults;
}

/** Sessions of which no answer told whether they ended are asked themselves. */
async function withAskedSessions({ house, sender, patienceMs }: Scene): Promise<Staff> {
  let { staff } = house;
  for (const operator of house.operators.values())
    for (const { token } of operator.sessions.filter(({ state }) => state === 'unasked')) {
      const call = consoleCall({ ...operator, token }, 'ownSessions', ['GET', '/api/User/sessionList'], { limit: 100 });
      const { answer } = await sender.send(call, patienceMs);
      const state = answer.body['code'] === 200 ? 'live' : 'either';
      staff = changeSession(staff, operator.username, token, (session) => ({ ...session, state }));
    }
  return staff;
}

function changeSession(staff: Staff, username: string, token: string, change: (session: Session) => Session): Staff {
  const ofOne = (session: Session): Session => (session.token === token ? change(session) : session);
  return changeAccount(staff, username, (account) => ({ ...account, sessions: account.sessions.map(ofOne) }));
}

/** Each live session is asked for its own number; those of role 1 are ended by nobody. */
function unnamedSessions(scene: Scene, operator: Operator): Promise<readonly { username: string; token: string; id: string }[]> {
  const { username, roleId } = operator;
  const unnamed = operator.sessions.filter(({ token, state, id }) => state === 'live' && id === '' && token !== '');
  return Promise.all(
    (roleId === '1' ? [] : unnamed).map(async ({ token }) => {
      const { data } = (await ask(scene, 'ownSessions', ['GET', '/api/User/sessionList'], { limit: 100 }, { ...operator, token })).body;
      const own = (data as { list: readonly { id: string; current: number }[] }).list.find(({ current }) => current === 1);
      return { username, token, id: own?.id ?? '' };
    }),
  );
}
