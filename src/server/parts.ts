import type { Pool } from 'pg';
import type { Deps } from './deps.ts';

/** The opened resources from which a server is built. */
export interface Parts
  extends Pick<Deps, 'config' | 'db' | 'store' | 'stages' | 'secrets'>,
    Partial<Pick<Deps, 'authority' | 'sm2Authority' | 'chain' | 'logSigner' | 'witnesses'>> {
  readonly pool: Pool;
  /** Folder of the built console; unset in tests of the API alone. */
  readonly consoleRoot?: string;
  /** Folder of the packed client that integrators may download. */
  readonly clientRoot?: string;
  /** `true` logs to the standard output; an object receives the log as lines of JSON. */
  readonly logger?: boolean | { write(line: string): void };
}
