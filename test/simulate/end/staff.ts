import { ask } from '../play/learn.ts';
import { line, sameLines, wholeList, type Checked } from './compare.ts';

/** Accounts, roles with their nodes, the login log, and how often each was changed, as its change records have it. */
export async function checkStaff(office: Checked): Promise<string[]> {
  const { staff, isDisturbed } = office.house;
  const accounts = await wholeList(office, 'adminList', ['GET', '/api/ajax/power/adminList']);
  const found = sameLines(
    'accounts',
    accounts.rows.map(({ admin_id, username, realname, position, status, is_accepted }) =>
      line(admin_id, username, realname, position, status, is_accepted),
    ),
    staff.accounts.map(({ id, username, realname, role, isDisabled, accepts }) =>
      line(id, username, realname, role, isDisabled ? 2 : 1, accepts ? 1 : 2),
    ),
  );
  found.push(...(await checkRoles(office)));
  // After a lost answer nobody knows how often a change was made.
  if (isDisturbed) return found;
  return [...found, ...(await checkLog(office)), ...(await checkChanges(office))];
}

interface Branch {
  readonly id: string;
  readonly have: number;
  readonly childMenu: readonly Branch[];
}

async function checkRoles(office: Checked): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, position, nodes, isDisabled } of office.house.staff.roles) {
    const answer = await ask(office, 'getSaveRole', ['POST', '/api/ajax/role/getSaveRole'], { id });
    const { roleInfo, allListTree } = answer.body['data'] as { roleInfo: Record<string, unknown>; allListTree: readonly Branch[] };
    const all = allListTree.flatMap((branch) => [branch, ...branch.childMenu]);
    const held = all.filter(({ have }) => have === 1).map((one) => Number(one.id));
    const expected = id === '1' ? all.map((one) => Number(one.id)) : nodes;
    faults.push(
      ...sameLines(`nodes of role ${position}`, held.map(String), expected.map(String)),
      ...sameLines(`role ${position}`, [line(roleInfo['position'], roleInfo['status'])], [line(position, isDisabled ? 2 : 1)]),
    );
  }
  return faults;
}

/** Who is known signed in, or tried to; attempts without a captcha that serves are the log's own affair. */
async function checkLog(office: Checked): Promise<string[]> {
  const { rows } = await wholeList(office, 'getLoginLog', ['GET', '/api/LoginLog/getList'], { type: 1 });
  const own = new Set(['成功', '密码错误', '已禁用']);
  return sameLines(
    'login log',
    rows.filter(({ result }) => own.has(String(result))).map(({ account_id, result }) => `${String(account_id)} ${String(result)}`),
    office.house.staff.logins.filter((entry) => own.has(entry.split(' ')[1] ?? '')),
  );
}

async function checkChanges(office: Checked): Promise<string[]> {
  // The administrator was there before.
  const accounts = office.house.staff.accounts.filter(({ id }) => id !== '1');
  const roles = office.house.staff.roles.filter(({ id }) => id !== '1');
  const things = [...accounts.map((one) => ({ type: 2, ...one })), ...roles.map((one) => ({ type: 1, ...one }))];
  const faults: string[] = [];
  for (const { type, id, changes } of things) {
    const answer = await ask(office, 'getOperateRecords', ['GET', '/api/OperateRecords/getList'], { type, roleOrAccountId: id });
    const { count } = answer.body['data'] as { count: number };
    faults.push(...sameLines(`changes of ${type === 1 ? 'role' : 'account'} ${id}`, [String(count)], [String(changes)]));
  }
  return faults;
}
