import type { Selectable } from 'kysely';
import type { Act } from '../../server/trail/trail.ts';
import type { Tables } from '../../server/db/tables.ts';

/** A row to insert, with the columns that are given. */
export type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

/** A row of the trail, in the words that the server writes there. */
export type TrailRow = Row<'trail'> & Pick<Act, 'action' | 'object'>;
