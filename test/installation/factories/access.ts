import type { testApp } from '../app.ts';
import { password } from './accounts.ts';

type TestApp = ReturnType<typeof testApp>;

/** Creates roles and accounts for one test, each with a unique name. */
export function operators(installation: TestApp) {
  let made = 0;
  async function role(nodes: number[], position = `角色${(made += 1)}`): Promise<string> {
    const { id } = await installation.db
      .insertInto('role')
      .values({ position, description: '', nodes })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  /** An account that can sign in with the password of all test accounts. */
  async function account(roleId: string, realname = '钱测试'): Promise<{ id: string; username: string }> {
    const { password_hash } = await installation.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', '1')
      .executeTakeFirstOrThrow();
    const username = `op${(made += 1)}@example.com`;
    const { id } = await installation.db
      .insertInto('account')
      .values({ username, realname, mobile: '12000000000', role_id: roleId, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, username };
  }
  /** Signs in with a role that has these nodes. */
  async function holding(...nodes: number[]) {
    const roleId = await role(nodes);
    const { id, username } = await account(roleId);
    return { ...(await installation.signIn(username)), id, roleId, username };
  }
  /** Signs in as an administrator (role 1). */
  async function administrator() {
    const { id, username } = await account('1', '管理员');
    return { ...(await installation.signIn(username)), id, roleId: '1', username };
  }
  return { role, account, holding, administrator, password };
}
