import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { isFree, leaseEnd } from '../db/lease.ts';
import type { PictureField, PictureFindings, StoredPicture } from '../db/tables.ts';

// What locks or changes what is read out of submitted pictures.
//
// Order of locks: the reading, then its prints, words and matches. Nobody waits for a reading to take it.

const leaseSeconds = 300;
/** A submission whose pictures cannot be had so often is left alone. */
const mostAttempts = 5;

export interface Taken {
  readonly id: string;
  readonly userId: string;
  readonly pictures: Partial<Record<PictureField, StoredPicture>>;
}

/** The newest submission that is to be read, for so long nobody else's; undefined where there is none. */
export async function takeSubmission(db: Database): Promise<Taken | undefined> {
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

export interface Print {
  readonly field: PictureField;
  readonly sha256: string;
  readonly print: Buffer;
  readonly words: readonly number[];
  readonly matches: readonly { readonly other: string; readonly likeness: number }[];
}

/** All of a submission at once; whoever lost the lease meanwhile finds it read, and keeps nothing. */
export async function keepReading(
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

/** Notes what a reviewer was shown of what waits: a decision takes it along. */
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
