import type { Selectable } from 'kysely';
import type { Act } from '../../server/desk/trail/trail.ts';
import type { Tables } from '../../server/platform/db/tables.ts';

/** A row to insert, with any subset of the columns. */
export type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;

/** A row of the trail, with an action and object of the server's vocabulary. */
export type TrailRow = Row<'trail'> & Pick<Act, 'action' | 'object'>;
