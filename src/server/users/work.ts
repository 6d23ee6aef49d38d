import { nodeOf, userPage } from '../../domain/access.ts';
import { userStatus, userType, type UserType } from '../../domain/codes/users.ts';
import type { Database } from '../db/database.ts';
import type { Lists } from '../db/list-pools.ts';
import { listTotal } from '../db/list-total.ts';
import { defineList } from '../db/list.ts';
import type { Oldest, Waiting, Work } from '../todo/work.ts';
import { userList } from './user-list.ts';

/** Reviews that wait, and users who came. */
export function userWork(db: Database, lists: Lists): Work {
  const types: readonly UserType[] = ['enterprise', 'personal'];
  return {
    waiting: types.flatMap((type) => [firstReviews(db, lists, type), repairs(db, lists, type)]),
    activities: types.map((type) => ({ name: `新注册${userType.label(type)}用户`, needs: [userPage[type]], series: { list: 'users', facet: type } })),
  };
}

/** Users by their supplementary review. Declared in migration 0021. */
export const repairList = defineList({ name: 'repairs', table: 'users', time: 'registered_at', columns: { id: 'id' }, counted: [['type', 'repair']], ranges: {} });

function firstReviews(db: Database, lists: Lists, type: UserType): Waiting {
  const url = `${pages[type]}?status=${userStatus.code('pending')}`;
  return {
    ...waitingOf(type, `${userType.label(type)}认证审核`, url),
    count: () => listTotal(lists, userList, { type, status: 'pending' }),
    oldest: async () => (await oldestSubmission(db, type, 'first')) ?? null,
  };
}

/** No filter of the list finds them alone, so the way leads to the user who has waited longest. */
function repairs(db: Database, lists: Lists, type: UserType): Waiting {
  return {
    ...waitingOf(type, `${userType.label(type)}补充审核`, pages[type]),
    count: () => listTotal(lists, repairList, { type, repair: 'pending' }),
    async oldest(): Promise<Oldest | null> {
      const found = await oldestSubmission(db, type, 'repair');
      return found ? { since: found.since, url: `/user/Detail/${found.userId}` } : null;
    },
  };
}

function waitingOf(type: UserType, label: string, url: string) {
  return { label, url, node: nodeOf(userPage[type]), needs: [userPage[type], 'user:review'] } as const;
}

const pages: Record<UserType, string> = { enterprise: '/user/enterprise', personal: '/user/individual' };

function oldestSubmission(db: Database, type: UserType, kind: 'first' | 'repair'): Promise<{ since: Date; userId: string } | undefined> {
  return db
    .selectFrom('user_submission')
    .select(['submitted_at as since', 'user_id as userId'])
    .where('user_type', '=', type)
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
