import type { FastifyInstance } from 'fastify';
import type { Contract } from '../../contract/console/index.ts';
import type { IntakeCalls } from '../../contract/open/index.ts';
import type { Handlers } from '../http/mount.ts';
import type { PeriodicJob } from '../jobs/periodic.ts';
import type { Finder } from '../search/finder.ts';
import type { ReferenceRule } from '../references/reference.ts';
import type { IntakeHandlers, SignedRequests } from '../signed/mount.ts';
import type { ListCounts } from './counts.ts';
import type { Work } from './work.ts';

/**
 * All that one resource brings to the server; `server/features` lists them. A folder that stands before this one in the order of folders
 * names the few deps that it takes itself, and the list compares them with `Deps`.
 */
export interface Feature {
  /** Handlers of the console's calls. */
  readonly routes?: Partial<Handlers<Contract>>;
  /** Handlers of the signed calls. */
  readonly openRoutes?: Partial<IntakeHandlers<IntakeCalls>>;
  /** Addresses outside the tables of calls, in a scope of their own. */
  readonly register?: (app: FastifyInstance) => Promise<void>;
  /** The like on the signed edge. */
  readonly registerSigned?: (app: FastifyInstance, signatureOf: SignedRequests) => void;
  /** What it has for operators to do and to look at. */
  readonly work?: Work;
  /** How many rows its lists have, from the counters. */
  readonly counts?: ListCounts;
  /** Its records in the one search. */
  readonly finders?: readonly Finder[];
  /** How notes, messages and presence know its objects. */
  readonly references?: readonly ReferenceRule[];
  /** What it does beside answering calls. Each job is safe with several servers on one database. */
  readonly jobs?: readonly PeriodicJob[];
}
