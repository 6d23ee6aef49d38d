import { sql } from 'kysely';
import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { Database, Tx } from '../../platform/db/database.ts';

// All SQL that adds notes, mentions and withdrawals. Their rows are never changed.
//
// Order of locks: none is taken. If two operators withdraw a note at once, the first one's row remains.

export interface NewNote {
  readonly object: PanelObject;
  readonly author: { readonly id: string; readonly name: string };
  readonly body: string;
  readonly mentions: readonly { readonly id: string; readonly name: string }[];
}

/** @returns the note's ID. */
export async function insertNote(tx: Tx, { object, author, body, mentions }: NewNote): Promise<string> {
  const { id } = await tx
    .insertInto('note')
    .values({ object, author_id: author.id, author: author.name, body })
    .returning('id')
    .executeTakeFirstOrThrow();
  const named = mentions.map((one) => ({ note_id: id, account_id: one.id, operator: one.name }));
  if (named.length > 0) await tx.insertInto('note_mention').values(named).execute();
  return id;
}

/** @returns false if the note was withdrawn before. */
export async function insertWithdrawal(tx: Tx, noteId: string, by: { readonly id: string; readonly name: string }): Promise<boolean> {
  const inserted = await tx
    .insertInto('note_withdrawal')
    .values({ note_id: noteId, account_id: by.id, operator: by.name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('note_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findNote(db: Database, id: string) {
  return db.selectFrom('note').select(['id', 'object', 'author_id']).where('id', '=', id).executeTakeFirst();
}

/** A page of the notes on an object, newest first, and the exact total. */
export async function listNotes(db: Database, object: PanelObject, page: number, limit: number) {
  const all = db.selectFrom('note').where('object', '=', object);
  const [rows, { total }] = await Promise.all([
    all
      .leftJoin('note_withdrawal', 'note_withdrawal.note_id', 'note.id')
      .select(['note.id', 'note.author_id', 'note.author', 'note.body', 'note.at'])
      .select(['note_withdrawal.operator as withdrawn_by', 'note_withdrawal.at as withdrawn_at'])
      .orderBy('note.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const mentions = await mentionsOf(
    db,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => ({ ...row, mentions: mentions.filter((mention) => mention.note_id === row.id) })), total };
}
export type ListedNote = Awaited<ReturnType<typeof listNotes>>['rows'][number];

function mentionsOf(db: Database, noteIds: readonly string[]) {
  if (noteIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('note_mention')
    .select(['note_id', 'account_id', 'operator'])
    .where('note_id', 'in', [...noteIds])
    .orderBy('account_id')
    .execute();
}
