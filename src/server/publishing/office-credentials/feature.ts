import { nodeOf } from '../../../domain/business/access/access.ts';
import { dayMs, formatDay, startOfDay } from '../../../domain/kit/text/time.ts';
import { credentialNoticeDays, daysLeft, validityAt } from '../../../domain/proof/platform/credential.ts';
import type { Deps } from '../../custody/deps.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { listColleagues } from '../../desk/references/colleagues.ts';
import type { Work } from '../../desk/work.ts';
import type { Database } from '../../platform/db/database.ts';
import { isSuper } from '../../platform/http/operator.ts';
import { readCredentials, stands } from './read.ts';
import { credentialRoutes } from './routes.ts';
import { markAnnounced } from './store.ts';

/** Credentials of the office: stored with their pictures, listed in the log, announced before they end. */
export function officeCredentials(deps: Pick<Deps, 'db' | 'put'>) {
  const { db } = deps;
  return {
    routes: credentialRoutes(deps),
    work: credentialWork(db),
    jobs: [{ name: 'telling of credentials that end', everyMs: 3_600_000, run: () => notifyEnding(db) }],
  };
}

/** Periodic job: messages the holders of role 1 about credentials that end within sixty days or have ended, once per credential. */
export async function notifyEnding(db: Database, now = new Date()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ids = await markAnnounced(tx, formatDay(new Date(now.getTime() + credentialNoticeDays * dayMs)));
    if (ids.length === 0) return;
    const to = (await listColleagues(tx)).filter(isSuper).map(({ accountId }) => accountId);
    for (const id of ids) await sendMessage(tx, { kind: 'credential', object: '', event: `office-credential/${id}` }, to);
  });
}

/** Credentials that end soon, and those that have ended, if they are not replaced. */
function credentialWork(db: Database): Work {
  /** Days until they end, the longest ended first; negative for those that have ended. */
  const due = async (now: Date): Promise<number[]> =>
    (await readCredentials(db))
      .filter((known) => stands(known) && validityAt(known, now) !== 'early')
      .map(({ validUntil }) => daysLeft(validUntil, now) ?? Infinity)
      .filter((days) => days <= credentialNoticeDays)
      .toSorted((a, b) => a - b);
  const place = { node: nodeOf('office:credentials'), needs: ['office:credentials'], url: '/office/credentials' } as const;
  return {
    waiting: [
      {
        ...place,
        label: '即将到期资质',
        count: async () => (await due(new Date())).filter((days) => days >= 0).length,
        // A credential that is still valid makes nobody wait.
        oldest: async () => null,
      },
      {
        ...place,
        label: '已到期资质',
        count: async () => (await due(new Date())).filter((days) => days < 0).length,
        async oldest() {
          const now = new Date();
          const [days] = await due(now);
          return days !== undefined && days < 0 ? { since: new Date(startOfDay(now).getTime() + (days + 1) * dayMs) } : null;
        },
      },
    ],
    activities: [],
  };
}
