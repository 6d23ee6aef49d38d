// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface DraftsTables {
  /** Forms and reviews that were begun, sealed for who began them. Gone with the decision, or after 7 days. */
  draft: {
    id: Generated<string>;
    account_id: string;
    subject: string;
    sealed: Buffer;
    updated_at: Generated<Date>;
  };
}
