import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readSecret } from '../../platform/db/secrets.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { seal, unseal } from '../../platform/runtime/seal.ts';

// Queries that write drafts.
//
// Order of locks: none of its own. A decision deletes drafts last in its transaction.

export interface SavedDraft {
  readonly id: string;
  readonly content: string;
  readonly savedAt: Date;
}

/**
 * The drafts of operators. Each is encrypted with a key of its operator, derived from a secret of the installation, and bound to its
 * subject. No other account can read it, and the table alone reveals nothing of its content.
 */
export function draftStore(db: Database) {
  let secret: Promise<Buffer> | undefined;
  const keyOf = async (accountId: string): Promise<Uint8Array> => {
    secret ??= readSecret(db, 'draft').catch((error: unknown) => {
      secret = undefined; // retried by the next call
      throw error;
    });
    return new Uint8Array(hkdfSync('sha256', await secret, '', `draft/${accountId}`, 32));
  };

  return {
    /** The operator's draft for a subject; null if there is none, or it has expired. */
    async find(accountId: string, subject: string): Promise<SavedDraft | null> {
      const row = await db
        .selectFrom('draft')
        .select(['id', 'sealed', 'updated_at'])
        .where('account_id', '=', accountId)
        .where('subject', '=', subject)
        .where('updated_at', '>=', expired)
        .executeTakeFirst();
      if (!row) return null;
      const content = unseal(await keyOf(accountId), row.sealed, boundTo(accountId, subject)).toString();
      return { id: row.id, content, savedAt: row.updated_at };
    },

    /** Replaces the operator's draft for a subject. Beyond the limit the account's oldest drafts are deleted. */
    async save(accountId: string, subject: string, content: string): Promise<Omit<SavedDraft, 'content'>> {
      const sealed = seal(await keyOf(accountId), Buffer.from(content), boundTo(accountId, subject));
      return db.transaction().execute(async (tx) => {
        const { id, updated_at: savedAt } = await tx
          .insertInto('draft')
          .values({ account_id: accountId, subject, sealed })
          .onConflict((conflict) => conflict.columns(['account_id', 'subject']).doUpdateSet({ sealed, updated_at: sql`clock_timestamp()` }))
          .returning(['id', 'updated_at'])
          .executeTakeFirstOrThrow();
        await sql`
          delete from draft where id in (select id from draft where account_id = ${accountId}
            order by updated_at desc, id desc offset ${limits.draftsPerAccount})`.execute(tx);
        return { id, savedAt };
      });
    },

    /** @throws Refusal `草稿不存在`, also for a draft of another account. */
    async forget(accountId: string, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('draft')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw refuse('草稿不存在');
    },

    /** Deletes expired drafts. */
    async forgetExpired(): Promise<void> {
      await db.deleteFrom('draft').where('updated_at', '<', expired).execute();
    },
  };
}

/** Deletes all operators' drafts about a decided subject, in the decision's transaction. */
export async function forgetDrafts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('draft').where('subject', 'in', subjects).execute();
}

const expired = sql<Date>`now() - make_interval(days => ${limits.draftDays})`;

function boundTo(accountId: string, subject: string): string {
  return `draft/${accountId}/${subject}`;
}
