import type { markIntakeCalls } from '../../../contract/open/marks.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../../custody/deps.ts';
import { makeMark } from '../../custody/marks/make-mark.ts';
import { deleteUnusedMarks, insertClientMark } from '../../custody/marks/mark-store.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { once } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { conflict } from '../../open/signed/refusal.ts';
import { approvedUser } from '../users/evidence-owner.ts';

/** Not-before marks that clients ask for. */
export function marks(deps: Pick<Deps, 'db' | 'chain'>) {
  return {
    openRoutes: markOpenRoutes(deps),
    jobs: [{ name: 'forgetting unused marks', everyMs: 3_600_000, run: () => deleteUnusedMarks(deps.db) }],
  };
}

function markOpenRoutes({ db, chain }: Pick<Deps, 'db' | 'chain'>): IntakeHandlers<typeof markIntakeCalls> {
  return {
    async createMark({ body: { unique_id, user_id }, client, actor }) {
      assertOwnUser(client, user_id, 'ask for marks of its own');
      // Before the transaction, because the chain's node may be slow.
      const made = await makeMark({ db, chain });
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createMark', { user_id }] }, async (tx) => {
        await approvedUser(tx, user_id);
        if (!made) throw conflict('the log has no checkpoint yet: try again in a minute');
        const expiresAt = await insertClientMark(tx, made, user_id);
        await recordTrail(tx, actor, { action: '领取时间标记', object: `mark/${made.code}`, after: { user: user_id, mark: made.hash } });
        return { mark: made.hash, code: made.code, expires_at: formatTime(expiresAt) };
      });
    },
  };
}
