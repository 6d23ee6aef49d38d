// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface AccountIdentityTables {
  /** The identity at the provider with which an account first signed in; no other one signs in with it until an administrator resets it. */
  account_identity: {
    account_id: string;
    issuer: string;
    subject: string;
    bound_at: Generated<Date>;
  };
}
