import type { markIntakeCalls } from '../../contract/open/marks.ts';
import { formatTime } from '../../domain/text/time.ts';
import { makeMark } from '../custody/marks/make-mark.ts';
import { insertClientMark } from '../custody/marks/mark-store.ts';
import type { Deps } from '../feature/deps.ts';
import { once } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { assertOwnUser } from '../signed/own-user.ts';
import { conflict } from '../signed/refusal.ts';
import { recordTrail } from '../trail/trail.ts';
import { approvedUser } from '../users/evidence-owner.ts';

export function markOpenRoutes({ db, chain }: Pick<Deps, 'db' | 'chain'>): IntakeHandlers<typeof markIntakeCalls> {
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
