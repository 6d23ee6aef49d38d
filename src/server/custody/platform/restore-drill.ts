import type { Database, Tx } from '../../db/database.ts';

/** A backup that was restored beside the running installation, and what was found. */
export interface DrillResult {
  /** The backup's name in its place, and when it was made. */
  readonly backup: string;
  readonly madeAt: Date;
  readonly hasSucceeded: boolean;
  readonly seconds: number;
  /** What was looked at, or what failed; for engineers. */
  readonly detail: string;
}

export async function recordDrill(tx: Tx, { backup, madeAt, hasSucceeded, seconds, detail }: DrillResult): Promise<void> {
  await tx.insertInto('restore_drill').values({ backup, backup_made_at: madeAt, succeeded: hasSucceeded, seconds, detail }).execute();
}

/** Null while there was none. */
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
