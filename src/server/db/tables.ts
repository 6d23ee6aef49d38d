// Written by `npm run schema` from the migrated database; not by hand.
import type { AccessTables } from './tables/access.ts';
import type { EvidenceTables } from './tables/evidence.ts';
import type { HintsTables } from './tables/hints.ts';
import type { ListsTables } from './tables/lists.ts';
import type { LogTables } from './tables/log.ts';
import type { NotarialDocumentsTables } from './tables/notarial-documents.ts';
import type { OrdersTables } from './tables/orders.ts';
import type { PointsTables } from './tables/points.ts';
import type { ReleasesTables } from './tables/releases.ts';
import type { StoredObjectsTables } from './tables/stored-objects.ts';
import type { TrailTables } from './tables/trail.ts';
import type { UsersTables } from './tables/users.ts';

/** Row types of every table. */
export interface Tables
  extends AccessTables,
    EvidenceTables,
    HintsTables,
    ListsTables,
    LogTables,
    NotarialDocumentsTables,
    OrdersTables,
    PointsTables,
    ReleasesTables,
    StoredObjectsTables,
    TrailTables,
    UsersTables {}

export type { SessionEnd } from './tables/access.ts';
export type { ObjectState } from './tables/stored-objects.ts';
export type { ActorKind } from './tables/trail.ts';
export type { Applicant, Device, PictureField, PictureFindings, Pictures, Recipient, StoredPicture, TrailState } from './json.ts';
