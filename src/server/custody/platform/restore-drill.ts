import type { Database, Tx } from '../../platform/db/database.ts';

/** Result of restoring a backup beside the running installation. */
export interface DrillResult {
  /** Name of the backup where it is stored; `madeAt` is when it was made. */
  readonly backup: string;
  readonly madeAt: Date;
  readonly hasSucceeded: boolean;
  readonly seconds: number;
  /** What was checked, or what failed; for engineers. */
  readonly detail: string;
}

export async function recordDrill(tx: Tx, { backup, madeAt, hasSucceeded, seconds, detail }: DrillResult): Promise<void> {
  await tx.insertInto('restore_drill').values({ backup, backup_made_at: madeAt, succeeded: hasSucceeded, seconds, detail }).execute();
}

/** The last drill; null if there was none. */
export async function lastDrill(db: Database | Tx): Promise<(DrillResult & { readonly at: Date }) | null> {
  const found = await db
    .selectFrom('restore_drill')
    .selectAll()
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { ended_at: at, backup, backup_made_at: madeAt, succeeded: hasSucceeded, seconds, detail } = found;
  return { at, backup, madeAt, hasSucceeded, seconds, detail };
}
