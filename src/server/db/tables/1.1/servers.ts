// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface ServersTables {
  /**
   * Servers and workers that run, told by themselves every ten seconds. One that ends takes its row away; one that was killed is forgotten
   * after a day.
   */
  server: {
    id: GeneratedAlways<string>;
    kind: 'server' | 'worker';
    release: string;
    commit: string | null;
    host: string;
    pid: number;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
    draining_since: Date | null;
  };
}
