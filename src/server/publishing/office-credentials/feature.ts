import { nodeOf } from '../../../domain/business/access/access.ts';
import { dayMs, formatDay, parseDay } from '../../../domain/kit/text/time.ts';
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

/** Credentials that end soon or have ended, and are not replaced. */
function credentialWork(db: Database): Work {
  /** Since when each of them is to be replaced, longest first. */
  const due = async (): Promise<Date[]> => {
    const now = new Date();
    return (await readCredentials(db))
      .filter(
        (known) =>
          stands(known) && validityAt(known, now) !== 'early' && (daysLeft(known.validUntil, now) ?? Infinity) <= credentialNoticeDays,
      )
      .map(({ validUntil }) => new Date((parseDay(validUntil ?? '') ?? now).getTime() - credentialNoticeDays * dayMs))
      .toSorted((a, b) => a.getTime() - b.getTime());
  };
  return {
    waiting: [
      {
        label: '到期资质',
        node: nodeOf('office:credentials'),
        needs: ['office:credentials'],
        url: '/office/credentials',
        count: async () => (await due()).length,
        async oldest() {
          const [since] = await due();
          return since ? { since } : null;
        },
      },
    ],
    activities: [],
  };
}
