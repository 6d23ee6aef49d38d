import type { AccessTables } from './tables/access.ts';
import type { CustodyTables } from './tables/custody.ts';
import type { FinanceTables } from './tables/finance.ts';
import type { HouseTables } from './tables/house.ts';
import type { IntakeTables } from './tables/intake.ts';
import type { NotarizationsTables } from './tables/notarizations.ts';
import type { OnlineTables } from './tables/online-evidence.ts';
import type { PointsTables } from './tables/points.ts';
import type { ReleasesTables } from './tables/releases.ts';
import type { UsersTables } from './tables/users.ts';

/** Row types of every table, as the migrations make them. bigint columns are read as decimal texts: they are ids. */
export interface Tables
  extends AccessTables,
    CustodyTables,
    FinanceTables,
    HouseTables,
    IntakeTables,
    NotarizationsTables,
    OnlineTables,
    PointsTables,
    ReleasesTables,
    UsersTables {}

export type { SessionEnd } from './tables/access.ts';
export type { Device, ObjectState } from './tables/custody.ts';
export type { ActorKind, TrailState } from './tables/house.ts';
export type { Applicant, Recipient } from './tables/notarizations.ts';
export type { PictureField, Pictures, StoredPicture } from './tables/pictures.ts';
