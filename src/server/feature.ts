import type { FastifyInstance } from 'fastify';
import type { Contract } from '../contract/console/index.ts';
import type { IntakeCalls } from '../contract/open/index.ts';
import type { Handlers } from './platform/http/mount.ts';
import type { PeriodicJob } from './platform/jobs/periodic.ts';
import type { Finder } from './desk/search/finder.ts';
import type { ReferenceRule } from './desk/references/reference.ts';
import type { IntakeHandlers, SignedRequests } from './open/signed/mount.ts';
import type { ListCounts } from './desk/lists/list-counts.ts';
import type { Work } from './desk/work.ts';

/**
 * Everything that one resource contributes to the server; `server/features` lists all features. A folder below this one in the order of
 * imports cannot import `Deps`. It declares the few dependencies that it takes, and the list checks them against `Deps`.
 */
export interface Feature {
  /** Handlers of the console's calls. */
  readonly routes?: Partial<Handlers<Contract>>;
  /** Handlers of the signed calls. */
  readonly openRoutes?: Partial<IntakeHandlers<IntakeCalls>>;
  /** Registers routes outside the tables of calls, in a scope of their own. */
  readonly register?: (app: FastifyInstance) => Promise<void>;
  /** The same on the signed edge. */
  readonly registerSigned?: (app: FastifyInstance, signatureOf: SignedRequests) => void;
  /** What it contributes to todo numbers, queues and the workbench. */
  readonly work?: Work;
  /** The row counts of its lists, from the counters. */
  readonly counts?: ListCounts;
  /** Finds its records in the global search. */
  readonly finders?: readonly Finder[];
  /** Resolves its objects for notes, messages and presence. */
  readonly references?: readonly ReferenceRule[];
  /** Its periodic jobs. Each must be safe with several servers on one database. */
  readonly jobs?: readonly PeriodicJob[];
}
