import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import type { PictureField, PictureFindings, StoredPicture } from '../../platform/db/json.ts';

// Queries that lock or change the analysis of submitted pictures.
//
// Order of locks: the reading, then its prints, words and matches. Locked readings are skipped, not waited for.

const leaseSeconds = 300;
/** A submission is given up after so many failed attempts. */
const mostAttempts = 5;

export interface LeasedSubmission {
  readonly id: string;
  readonly userId: string;
  readonly pictures: Partial<Record<PictureField, StoredPicture>>;
}

/**
 * Leases the submission that is to be analysed next: the newest one of the client that was served longest ago; undefined if there is none.
 */
export async function takeSubmission(db: Database): Promise<LeasedSubmission | undefined> {
  const taken = await db
    .updateTable('submission_reading')
    .set((set) => ({ attempts: set('attempts', '+', 1), due_at: leaseEnd(leaseSeconds) }))
    .where('submission_id', '=', (from) =>
      from
        .selectFrom('submission_reading')
        .select('submission_id')
        .where('read_at', 'is', null)
        .where('attempts', '<', mostAttempts)
        .where(isFree(sql.ref('due_at'), 2 * leaseSeconds))
        .orderBy(lastTurn, (order) => order.asc().nullsFirst())
        .orderBy('submission_id', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('submission_id')
    .executeTakeFirst();
  if (!taken) return undefined;
  return db
    .selectFrom('user_submission')
    .select(['id', 'user_id as userId', 'pictures'])
    .where('id', '=', taken.submission_id)
    .executeTakeFirst();
}

/** When a submission of the client was last read; null if none was. */
const lastTurn = sql<Date | null>`(select max(served.read_at) from submission_reading as served
  where served.app_id = submission_reading.app_id)`;

export interface Print {
  readonly field: PictureField;
  readonly sha256: string;
  readonly print: Buffer;
  readonly words: readonly number[];
  readonly matches: readonly { readonly other: string; readonly likeness: number }[];
}

/** Stores the whole analysis of a submission at once. If the lease was lost and another server has stored it, nothing is written. */
export async function storeReading(
  db: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
  findings: PictureFindings,
  prints: readonly Print[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('submission_reading')
      .set({ read_at: sql<Date>`clock_timestamp()`, pictures: JSON.stringify(findings) })
      .where('submission_id', '=', id)
      .where('read_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    for (const { field, sha256, print, words, matches } of prints) {
      const kept = await tx
        .insertInto('picture_print')
        .values({ submission_id: id, user_id: userId, field, sha256, print })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`
        insert into picture_word (word, print_id) select word, ${kept.id} from unnest(${[...words]}::integer[]) as of (word)
      `.execute(tx);
      if (matches.length === 0) continue;
      await tx
        .insertInto('picture_match')
        .values(matches.map(({ other, likeness }) => ({ print_id: kept.id, other_id: other, likeness })))
        .execute();
    }
  });
}

/** Records the hints that a reviewer was shown for a pending submission; the decision includes them. */
export async function noteShown(db: Database, submissionId: string, accountId: string, shown: readonly string[]): Promise<void> {
  await db
    .insertInto('hint_shown')
    .columns(['submission_id', 'account_id', 'hints'])
    .expression((from) =>
      from
        .selectFrom('user_submission')
        .select(({ val }) => ['id', val(accountId).as('account_id'), val(shown).as('hints')])
        .where('id', '=', submissionId)
        .where('decision', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['submission_id', 'account_id']).doUpdateSet({ hints: [...shown] }))
    .execute();
}
