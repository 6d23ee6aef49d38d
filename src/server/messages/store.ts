import { sql } from 'kysely';
import type { MessageKind } from '../../domain/codes/messages.ts';
import type { PanelObject } from '../../domain/trail/panel-object.ts';
import type { Database, Tx } from '../db/database.ts';

// What locks or changes messages.
//
// Order of locks: messages are written last in a transaction, and no other row is locked after them.

/** What happened, for those who have to know of it. */
export interface NewMessage {
  readonly kind: MessageKind;
  /** Empty where it is about the office as a whole; a fork is a conflict of witnesses, what is failing an endpoint, by their ids. */
  readonly object: PanelObject | `fork/${string}` | `failing/${string}` | '';
  /** Names what happened: who was told of it once is not told again. */
  readonly event: string;
  /** Of a mention. */
  readonly noteId?: string;
}

/** Tells accounts of what happened, each once. */
export async function sendMessage(tx: Tx | Database, { kind, object, event, noteId }: NewMessage, to: readonly string[]): Promise<void> {
  const rows = [...new Set(to)].toSorted().map((account_id) => ({ account_id, kind, object, event, note_id: noteId ?? null }));
  if (rows.length === 0) return;
  await tx
    .insertInto('message')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'event']).doNothing())
    .execute();
}

/** A page of an account's messages, newest first, with their exact number and that of the unread. */
export async function listMessages(
  db: Database,
  {
    accountId,
    isUnread,
    page,
    limit,
  }: { readonly accountId: string; readonly isUnread: boolean; readonly page: number; readonly limit: number },
) {
  const own = db
    .selectFrom('message')
    .where('message.account_id', '=', accountId)
    .$if(isUnread, (query) => query.where('message.read_at', 'is', null));
  const [rows, { total }, unread] = await Promise.all([
    own
      .leftJoin('note', 'note.id', 'message.note_id')
      .leftJoin('note_withdrawal', 'note_withdrawal.note_id', 'message.note_id')
      .select(['message.id', 'message.kind', 'message.object', 'message.at', 'message.read_at', 'note.author', 'note.body'])
      .select('note_withdrawal.note_id as withdrawn_id')
      .orderBy('message.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    countUnread(db, accountId),
  ]);
  return { rows, total, unread };
}
export type ListedMessage = Awaited<ReturnType<typeof listMessages>>['rows'][number];

/** Counts to a thousand: no bell shows more. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from message where account_id = ${accountId} and read_at is null limit 1000) as unread`.execute(db);
  return rows[0]?.total ?? 0;
}

/** @param ids all of the account's where undefined. Those of others stay as they are. */
export async function markRead(db: Database, accountId: string, ids: readonly string[] | undefined): Promise<void> {
  await db
    .updateTable('message')
    .set({ read_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute();
}

/** Removes what is older than it is kept; a thousand in one statement. */
export async function forgetMessages(db: Database, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from message where id in (
        select id from message where at < now() - make_interval(days => ${days}) order by at limit 1000)`.execute(db);
    if ((numAffectedRows ?? 0n) < 1000n) return;
  }
}
