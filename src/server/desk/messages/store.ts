import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MessageKind } from '../../../domain/business/codes/messages.ts';
import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

// All SQL that locks or changes messages.
//
// Order of locks: messages are written last in a transaction; no other row is locked after them.

/** A message to send. */
export interface NewMessage {
  readonly kind: MessageKind;
  /**
   * Empty if it is about the office as a whole. `fork/` has the ID of a witness conflict, `failing/` that of a webhook endpoint,
   * `security/` what was changed.
   */
  readonly object: PanelObject | `fork/${string}` | `failing/${string}` | `security/${AccountChange}` | '';
  /** Identifies the event, so that no account gets the message twice. */
  readonly event: string;
  /** The note of a mention. */
  readonly noteId?: string;
}

/** What changes how an account signs in. */
export type AccountChange = 'password' | 'totp-on' | 'totp-off' | 'passkey-on' | 'passkey-off' | 'guessed';

/** Tells the holder of an account, in every session of it, because the change may be another person's. */
export async function tellHolder(tx: Tx | Database, accountId: string, change: AccountChange): Promise<void> {
  await sendMessage(tx, { kind: 'security', object: `security/${change}`, event: `security/${randomUUID()}` }, [accountId]);
}

/** Sends a message to accounts, except to those who have it already. */
export async function sendMessage(tx: Tx | Database, { kind, object, event, noteId }: NewMessage, to: readonly string[]): Promise<void> {
  const rows = [...new Set(to)].toSorted().map((account_id) => ({ account_id, kind, object, event, note_id: noteId ?? null }));
  if (rows.length === 0) return;
  await tx
    .insertInto('message')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'event']).doNothing())
    .execute();
}

/** Ends an event's messages for everybody who has them unread, because somebody did what they ask for. */
export async function endMessages(tx: Tx, kind: MessageKind, event: string): Promise<void> {
  await sql`update message set read_at = clock_timestamp() from account
    where account_id = account.id and kind = ${kind} and event = ${event} and read_at is null`.execute(tx);
}

/**
 * Keeps one message of an account up to date that tells a number. A greater number is news, a smaller one is not, and 0 ends the message.
 * @param counted the kind, the event, and the beginning of `object`, which the number follows.
 */
export async function sendCount(
  db: Database,
  { kind, event, object }: { readonly kind: MessageKind; readonly event: string; readonly object: string },
  accountId: string,
  count: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ before: number; read_at: Date | null }>`
      delete from message where account_id = ${accountId} and kind = ${kind} and event = ${event} and object <> ${object + count}
      returning substr(object, ${object.length + 1})::int as before, read_at`.execute(tx);
    if (count === 0) return;
    const read_at = rows[0] && rows[0].before >= count ? rows[0].read_at : null;
    await tx
      .insertInto('message')
      .values({ account_id: accountId, kind, object: object + count, event, note_id: null, read_at })
      .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'event']).doNothing())
      .execute();
  });
}

/** A page of an account's messages, newest first, with the exact total and the number of unread ones (`countUnread`). */
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

/** Counts unread messages, up to 1000; the console shows no more. */
export async function countUnread(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from message where account_id = ${accountId} and read_at is null limit 1000) as unread`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface Unread {
  /** At most 1000, as of `countUnread`. */
  readonly unread: number;
  /** ID of the newest unread message; empty without one. Tells a message that came while another was read. */
  readonly newest: string;
}

/** The unread messages of each of the accounts. */
export async function listUnread(db: Database, accountIds: readonly string[]): Promise<Map<string, Unread>> {
  const { rows } = await sql<Unread & { account_id: string }>`
    select asked.account_id::text, own.unread, coalesce(own.newest::text, '') as newest
      from unnest(${accountIds}::bigint[]) as asked (account_id)
     cross join lateral (
       select count(*)::int as unread, max(id) as newest from (
         select id from message where account_id = asked.account_id and read_at is null order by id desc limit 1000) as latest
     ) as own`.execute(db);
  return new Map(rows.map(({ account_id: accountId, unread, newest }) => [accountId, { unread, newest }]));
}

/** Marks messages of the account as read. @param ids undefined for all. IDs of other accounts' messages are ignored. */
export async function markRead(db: Database, accountId: string, ids: readonly string[] | undefined): Promise<void> {
  await db
    .updateTable('message')
    .set({ read_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute();
}

/** Deletes messages older than `days`, a thousand per statement. */
export async function forgetMessages(db: Database, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from message where id in (
        select id from message where at < now() - make_interval(days => ${days}) order by at limit 1000)`.execute(db);
    if ((numAffectedRows ?? 0n) < 1000n) return;
  }
}
