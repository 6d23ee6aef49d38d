// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ViewColumns } from '../json.ts';

export interface ViewsTables {
  /** Filters, columns and density of a list under a name, for its owner or for a role. */
  list_view: {
    id: GeneratedAlways<string>;
    owner_id: string;
    role_id: string | null;
    list: string;
    name: string;
    filters: ColumnType<Record<string, string>, string, string>;
    columns: ColumnType<ViewColumns, string, string>;
    density: 'normal' | 'tight';
    version: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** What each operator made of a view for themselves; another's choice is their own. */
  list_view_choice: {
    account_id: string;
    view_id: string;
    list: string;
    is_default: Generated<boolean>;
    is_pinned: Generated<boolean>;
  };
}
