// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface SandboxTables {
  /** Whether this is a sandbox (SANDBOX): written at the first start, and never changed. */
  installation: {
    only_one: Generated<boolean>;
    is_sandbox: boolean;
    created_at: Generated<Date>;
  };
  /** Which server decides what is due in a sandbox. Nowhere else has it a row. */
  sandbox_turn: {
    only_one: Generated<boolean>;
    /** In whose name decisions stand: a disabled account of its own. */
    account_id: string;
    /** The end of a lease; null while nobody has it. */
    until: Date | null;
  };
}
