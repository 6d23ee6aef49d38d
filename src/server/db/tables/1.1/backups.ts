// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface BackupsTables {
  /** Tells one installation from another; a backup bears it, and so does a database that was restored from one. */
  installation_identity: {
    is_only: Generated<boolean>;
    id: Generated<string>;
  };
  /** Backups that were restored for practice, beside the running house, and what was found. */
  restore_drill: {
    id: GeneratedAlways<string>;
    ended_at: Generated<Date>;
    backup: string;
    backup_made_at: Date;
    succeeded: boolean;
    seconds: number;
    detail: string;
  };
}
