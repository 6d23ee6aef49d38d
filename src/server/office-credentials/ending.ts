import { credentialNoticeDays } from '../../domain/platform/credential.ts';
import { dayMs, formatDay } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import { isSuper } from '../http/operator.ts';
import { sendMessage } from '../messages/store.ts';
import { listColleagues } from '../references/colleagues.ts';
import { markAnnounced } from './store.ts';

/** Periodic job: messages the holders of role 1 about credentials that end within sixty days or have ended, once per credential. */
export async function notifyEnding(db: Database, now = new Date()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ids = await markAnnounced(tx, formatDay(new Date(now.getTime() + credentialNoticeDays * dayMs)));
    if (ids.length === 0) return;
    const to = (await listColleagues(tx)).filter(isSuper).map(({ accountId }) => accountId);
    for (const id of ids) await sendMessage(tx, { kind: 'credential', object: '', event: `office-credential/${id}` }, to);
  });
}
