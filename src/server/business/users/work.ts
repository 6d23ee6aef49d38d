import { nodeOf, userPage } from '../../../domain/business/access/access.ts';
import { queuePath, type QueueKind } from '../../../domain/business/codes/queues.ts';
import { userType, type UserType } from '../../../domain/business/codes/users.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { listTotal } from '../../desk/lists/total.ts';
import type { Waiting, Work } from '../../desk/work.ts';
import { userList } from './user-list.ts';
import type { Deps } from '../../custody/deps.ts';

/** Pending reviews, and newly registered users. */
export function userWork({ db, lists }: Pick<Deps, 'db' | 'lists'>): Work {
  const types: readonly UserType[] = ['enterprise', 'personal'];
  return {
    waiting: types.flatMap((type) => [firstReviews(db, lists, type), repairs(db, lists, type)]),
    activities: types.map((type) => ({
      name: `新注册${userType.label(type)}用户`,
      needs: [userPage[type]],
      series: { list: 'users', facet: type },
    })),
  };
}

function firstReviews(db: Database, lists: Lists, type: UserType): Waiting {
  return {
    ...waitingOf(type, `${userType.label(type)}认证审核`, queues[type].first),
    count: () => listTotal(lists, userList, { type, status: 'pending' }),
    oldest: async () => (await oldestSubmission(db, type, 'first')) ?? null,
  };
}

function repairs(db: Database, lists: Lists, type: UserType): Waiting {
  return {
    ...waitingOf(type, `${userType.label(type)}补充审核`, queues[type].repair),
    count: () => listTotal(lists, userList, { type, awaits: 'supplementary' }),
    oldest: async () => (await oldestSubmission(db, type, 'repair')) ?? null,
  };
}

function waitingOf(type: UserType, label: string, queue: QueueKind) {
  return {
    label,
    url: queuePath(queue),
    node: nodeOf(userPage[type]),
    needs: [userPage[type], 'user:review'],
  } as const;
}

const queues: Record<UserType, { readonly first: QueueKind; readonly repair: QueueKind }> = {
  enterprise: { first: 'enterprise', repair: 'enterprise-repair' },
  personal: { first: 'individual', repair: 'individual-repair' },
};

function oldestSubmission(db: Database, type: UserType, kind: 'first' | 'repair'): Promise<{ since: Date } | undefined> {
  return db
    .selectFrom('user_submission')
    .select('submitted_at as since')
    .where('user_type', '=', type)
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
