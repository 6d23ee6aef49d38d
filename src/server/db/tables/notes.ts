// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface NotesTables {
  /** What an operator is told: a reference and a kind. Its words are made when it is read, by what its reader may open then. */
  message: {
    id: GeneratedAlways<string>;
    account_id: string;
    kind: 'mention' | 'overdue' | 'returned' | 'damaged' | 'custody' | 'reassigned' | 'webhook' | 'credential' | 'security';
    /** As the trail names it; empty where it is about the office as a whole. */
    object: string;
    note_id: string | null;
    /** Names what happened, once for each account. */
    event: string;
    at: Generated<Date>;
    read_at: Date | null;
  };
  /** Notes of operators beside an object. Rows are only ever added. */
  note: {
    id: GeneratedAlways<string>;
    /** As the trail names it: application/12. */
    object: string;
    author_id: string;
    /** Realname at the moment of the act. */
    author: string;
    body: string;
    at: Generated<Date>;
  };
  /** Colleagues whom a note names. */
  note_mention: {
    note_id: string;
    account_id: string;
    /** Realname at the moment of the act. */
    operator: string;
  };
  /** Notes whose text is shown no more. */
  note_withdrawal: {
    note_id: string;
    account_id: string;
    /** Realname at the moment of the act. */
    operator: string;
    at: Generated<Date>;
  };
  /** Who looks at which object now, each until a lease ends. */
  presence: {
    view_id: string;
    object: string;
    account_id: string;
    operator: string;
    since: Generated<Date>;
    until: Date;
  };
  /** From where a share address was opened: once an address and day, since players ask for a film in many parts. */
  share_opening: {
    id: GeneratedAlways<string>;
    number: string;
    ip: string;
    day: ColumnType<Date, string, string>;
    at: Generated<Date>;
  };
}
