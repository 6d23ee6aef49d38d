import type { Pool } from 'pg';
import type { Deps } from './feature/deps.ts';

/** What a server is built from. */
export interface Parts
  extends Pick<Deps, 'config' | 'db' | 'store' | 'stages' | 'secrets'>,
    Partial<Pick<Deps, 'authority' | 'sm2Authority' | 'chain' | 'logSigner' | 'witnesses'>> {
  readonly pool: Pool;
  /** Folder of the built console; none in tests of the API alone. */
  readonly consoleRoot?: string;
  /** Folder of the packed client that integrators may download. */
  readonly clientRoot?: string;
  /** To the standard output; or to what is given, as lines of JSON. */
  readonly logger?: boolean | { write(line: string): void };
}
