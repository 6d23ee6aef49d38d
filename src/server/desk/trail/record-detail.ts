import type { Database } from '../../platform/db/database.ts';
import type { SignedInCaller } from '../../platform/http/mount.ts';
import { recordOpening } from './opening.ts';
import { noteOpening } from './store.ts';

/** Records on the trail that an operator was answered the detail of an evidence, and notes it for the decisions about it. */
export async function recordDetail(
  db: Database,
  { action, number, sha256 }: { readonly action: '查看存证' | '查看取证'; readonly number: string; readonly sha256: string },
  caller: Pick<SignedInCaller, 'operator' | 'ip' | 'isBackground'>,
): Promise<void> {
  await Promise.all([
    recordOpening(db, { action, object: `evidence/${number}`, after: { sha256 } }, caller),
    noteOpening(db, caller.operator.accountId, number),
  ]);
}
