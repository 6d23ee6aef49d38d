import type { noteCalls, NoteRow } from '../../../contract/console/notes.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { addNote, colleaguesOf, mayWithdraw, type NoteDeps, withdrawNote } from './notes.ts';
import { type ListedNote, listNotes } from './store.ts';

/** Notes on objects. */
export function notes(deps: NoteDeps) {
  return { routes: noteRoutes(deps) };
}

function noteRoutes(deps: NoteDeps): Handlers<typeof noteCalls> {
  const { db, references } = deps;
  return {
    async getNotes({ object, page, limit }, { operator }) {
      await references().open(operator, object);
      const { rows, total } = await listNotes(db, object, page, limit);
      return { list: rows.map((row) => noteRowOf(row, operator)), count: total };
    },

    async saveNote({ object, content, mentions = [] }, caller) {
      return { id: await addNote(deps, { object, content, mentions }, caller) };
    },

    async withdrawNote({ id }, caller) {
      await withdrawNote(deps, id, caller);
      return null;
    },

    async getColleagues({ object }, { operator }) {
      const { able, barred } = await colleaguesOf(db, await references().open(operator, object), operator);
      return {
        list: able.map(({ accountId: id, realname: name, position }) => ({ id, name, position })),
        barred: barred.map(({ realname }) => realname),
      };
    },
  };
}

function noteRowOf(row: ListedNote, operator: Operator): NoteRow {
  const isWithdrawn = row.withdrawn_at !== null;
  return {
    id: row.id,
    author: row.author,
    add_time: formatTime(row.at),
    content: isWithdrawn ? '' : row.body,
    mentions: isWithdrawn ? [] : row.mentions.map((mention) => ({ id: mention.account_id, name: mention.operator })),
    can_withdraw: !isWithdrawn && mayWithdraw(operator, row.author_id) ? 1 : 0,
    withdrawn_by: row.withdrawn_by ?? '',
    withdrawn_time: row.withdrawn_at === null ? '' : formatTime(row.withdrawn_at),
  };
}
