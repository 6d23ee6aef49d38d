// Written by `npm run schema` from the migrated database; not by hand.
import type { AccountIdentityTables } from './tables/1.1/account-identity.ts';
import type { ArchivesTables } from './tables/1.1/archives.ts';
import type { BackupsTables } from './tables/1.1/backups.ts';
import type { ErasuresTables } from './tables/1.1/erasures.ts';
import type { EvidenceUploadsTables } from './tables/1.1/evidence-uploads.ts';
import type { ServersTables } from './tables/1.1/servers.ts';
import type { Sm2Tables } from './tables/1.1/sm2.ts';
import type { WitnessesTables } from './tables/1.1/witnesses.ts';
import type { AccessTables } from './tables/access.ts';
import type { ClientsTables } from './tables/clients.ts';
import type { DraftsTables } from './tables/drafts.ts';
import type { EventsTables } from './tables/events.ts';
import type { EvidenceTables } from './tables/evidence.ts';
import type { GiftReversalTables } from './tables/gift-reversal.ts';
import type { HintsTables } from './tables/hints.ts';
import type { ListsTables } from './tables/lists.ts';
import type { LogTables } from './tables/log.ts';
import type { MarksTables } from './tables/marks.ts';
import type { NotarialDocumentsTables } from './tables/notarial-documents.ts';
import type { NotesTables } from './tables/notes.ts';
import type { OfficeCredentialsTables } from './tables/office-credentials.ts';
import type { OrdersTables } from './tables/orders.ts';
import type { PasskeysTables } from './tables/passkeys.ts';
import type { PointsTables } from './tables/points.ts';
import type { QueuesTables } from './tables/queues.ts';
import type { RecordsTables } from './tables/records.ts';
import type { ReleasesTables } from './tables/releases.ts';
import type { SandboxTables } from './tables/sandbox.ts';
import type { StoredObjectsTables } from './tables/stored-objects.ts';
import type { TrailTables } from './tables/trail.ts';
import type { UsersTables } from './tables/users.ts';
import type { ViewsTables } from './tables/views.ts';
import type { WebhooksTables } from './tables/webhooks.ts';

/** Row types of every table. */
export interface Tables
  extends AccountIdentityTables,
    ArchivesTables,
    BackupsTables,
    ErasuresTables,
    EvidenceUploadsTables,
    ServersTables,
    Sm2Tables,
    WitnessesTables,
    AccessTables,
    ClientsTables,
    DraftsTables,
    EventsTables,
    EvidenceTables,
    GiftReversalTables,
    HintsTables,
    ListsTables,
    LogTables,
    MarksTables,
    NotarialDocumentsTables,
    NotesTables,
    OfficeCredentialsTables,
    OrdersTables,
    PasskeysTables,
    PointsTables,
    QueuesTables,
    RecordsTables,
    ReleasesTables,
    SandboxTables,
    StoredObjectsTables,
    TrailTables,
    UsersTables,
    ViewsTables,
    WebhooksTables {}

export type { SessionEnd } from './tables/access.ts';
export type { ObjectState } from './tables/stored-objects.ts';
export type { ActorKind } from './tables/trail.ts';
export type { Applicant, Device, PictureField, PictureFindings, Pictures, Recipient, StoredPicture, TrailState } from './json.ts';
