import type { Selectable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';

/** A row to insert, with the columns that are given. */
export type Row<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>;
