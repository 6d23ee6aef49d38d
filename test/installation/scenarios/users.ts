import { beforeAll } from 'vitest';
import type { UserDetail } from '../../../src/contract/console/users.ts';
import { newCredential } from '../../../src/server/business/users/credentials.ts';
import type { testApp } from '../app.ts';
import { intakeClient, users } from '../intake.ts';

type Operator = Awaited<ReturnType<ReturnType<typeof testApp>['signIn']>>;

/** The platform that registers users, and the operators who review them. */
export function reviewDesk(installation: ReturnType<typeof testApp>) {
  const key = newCredential();
  const people = {} as { reviewer: Operator; other: Operator; admin: Operator };
  beforeAll(async () => {
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
      .execute();
    people.reviewer = await installation.signIn('reviewer@example.com');
    people.other = await installation.signIn('other@example.com');
    people.admin = await installation.signIn('admin@example.com');
  });
  return Object.assign(people, {
    key,
    make: users(() => intakeClient(installation.app, key)),
    review: (by: Operator, user_id: string, status: 0 | 1, reason = '') =>
      by.post('/api/ajax/user/updateUserStatus', { user_id, status, reason }),
    repair: (by: Operator, user_id: string, status: 0 | 1, reason = '') => by.post('/api/User/repairCheck', { user_id, status, reason }),
    detailOf: async (user_id: string, by = people.reviewer) => (await by.get<UserDetail>('/api/user/userDetail', { user_id })).data,
  });
}
