import { beforeAll, beforeEach } from 'vitest';
import type { BalanceDetailRow, BalanceRow } from '../../../src/contract/console/points.ts';
import type { UserStatus, UserType } from '../../../src/domain/business/codes/users.ts';
import type { testApp } from '../app.ts';

type Operator = Awaited<ReturnType<ReturnType<typeof testApp>['signIn']>>;
type Fields = Record<string, string | number>;
export type Page<Row> = { list: Row[]; count: number };

/** An operator who gives points, a new user for each test, and the console's calls that show the user's points. */
export function pointsDesk(installation: ReturnType<typeof testApp>) {
  const people = {} as { giver: Operator; user: Awaited<ReturnType<typeof addUser>> };
  let serial = 0;
  beforeAll(async () => {
    people.giver = await installation.signIn('reviewer@example.com');
  });
  beforeEach(async () => {
    people.user = await addUser();
  });

  async function addUser({
    type = 'enterprise',
    status = 'approved',
    name = '澄帆科技',
  }: {
    type?: UserType;
    status?: UserStatus;
    name?: string;
  } = {}): Promise<{ id: string; mobile: string; name: string }> {
    serial += 1;
    const mobile = `102${String(serial * 7919).padStart(8, '0')}`;
    return installation.db
      .insertInto('users')
      .values({ type, status, name, mobile, registered_at: new Date(Date.UTC(2026, 0, 1, 0, 0, serial)) })
      .returning(['id', 'mobile', 'name'])
      .executeTakeFirstOrThrow();
  }

  return Object.assign(people, {
    addUser,
    balances: async (fields: Fields = {}) => (await people.giver.get<Page<BalanceRow>>('/api/ajax/user/getBalanceList', fields)).data,
    details: async (fields: Fields = {}) =>
      (
        await people.giver.get<Page<BalanceDetailRow> & { user: Record<string, unknown> }>('/api/ajax/user/userBalanceDetails', {
          userId: people.user.id,
          ...fields,
        })
      ).data,
  });
}
