import { nodeOf } from '../../domain/access/access.ts';
import { credentialNoticeDays, daysLeft, standingAt } from '../../domain/platform/credential.ts';
import { dayMs, parseDay } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import type { Work } from '../feature/work.ts';
import { readCredentials, stands } from './read.ts';

/** Credentials that end soon or have ended, and are not replaced. */
export function credentialWork(db: Database): Work {
  /** Since when each of them is to be replaced, longest first. */
  const due = async (): Promise<Date[]> => {
    const now = new Date();
    return (await readCredentials(db))
      .filter(
        (known) =>
          stands(known) && standingAt(known, now) !== 'early' && (daysLeft(known.validUntil, now) ?? Infinity) <= credentialNoticeDays,
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
