import type { HealthLine } from '../../../contract/console/workbench.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { isSuper } from '../../platform/http/operator.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { listColleagues } from '../../desk/references/colleagues.ts';

/** Messages the holders of role 1 about failed parts of custody, once a day per part for as long as it lasts. */
export async function tellAlarms(db: Database, lines: readonly HealthLine[], now = new Date()): Promise<void> {
  const failed = lines.filter(({ tone }) => tone === 'failed');
  if (failed.length === 0) return;
  const to = (await listColleagues(db)).filter(isSuper).map(({ accountId }) => accountId);
  const day = formatTime(now).slice(0, 10);
  for (const { name } of failed) await sendMessage(db, { kind: 'custody', object: '', event: `${name}/${day}` }, to);
}
