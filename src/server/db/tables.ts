import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DownloadType, AnyEvidenceKind, FileStatus, EnabledStatus, LoginResult, PayStatus, PayType, RepairType, SendType, ReviewChoice, CheckResult, NotarialStatus, UserStatus, UserType, GiftType, OnlineKind, RecordingKind, AppPlatform, FeedbackType, IosReview, BusinessType, InvoiceStatus, InvoiceType, OrderKind, OrderType } from '../../domain/codes.ts';
import type { CaptureStatus } from '../../domain/capture.ts';
import type { FileRole } from '../../domain/custody/manifest.ts';
import type { NotarizationStatus } from '../../domain/notarization.ts';
import type { OnlineStatus } from '../../domain/online-status.ts';
import type { LinkHolder } from '../storage/link-holder.ts';

/** Row types of every table, as the migrations make them. bigint columns are read as decimal texts: they are ids. */
export interface Tables {
  secret: { name: string; value: Buffer };
  role: {
    id: Generated<string>;
    position: string;
    description: string;
    status: ColumnType<EnabledStatus, EnabledStatus | undefined, EnabledStatus>;
    nodes: number[];
    requires_totp: Generated<boolean>;
    created_at: Generated<Date>;
  };
  account: {
    id: Generated<string>;
    username: string;
    password_hash: string;
    realname: string;
    mobile: string;
    role_id: string;
    status: ColumnType<EnabledStatus, EnabledStatus | undefined, EnabledStatus>;
    accepts: Generated<boolean>;
    created_at: Generated<Date>;
  };
  session: {
    token_hash: Buffer;
    account_id: string;
    created_at: Date;
    last_seen_at: Date;
    ip: string;
    ended_at: Date | null;
    ended_reason: SessionEnd | null;
    id: GeneratedAlways<string>;
    user_agent: Generated<string>;
  };
  account_totp: { account_id: string; secret: Buffer; confirmed_at: Date | null; last_step: Generated<string> };
  captcha: { token_hash: Buffer; answer: string; created_at: Date };
  login_failure: { username: string; ip: string; failures: number; last_at: Date };
  admin_login: { id: GeneratedAlways<string>; account_id: string | null; name: string; login_time: Date; ip: string; result: LoginResult };
  users: {
    id: Generated<string>;
    type: UserType;
    name: string;
    mobile: string;
    status: ColumnType<UserStatus, UserStatus | undefined, UserStatus>;
    repair: ColumnType<RepairType, RepairType | undefined, RepairType>;
    tax_number: Generated<string>;
    id_card: Generated<string>;
    registered_at: Date;
    checked_at: Date | null;
    last_login_at: Date | null;
  };
  user_submission: {
    id: GeneratedAlways<string>;
    user_id: string;
    kind: 'first' | 'repair';
    name: string;
    id_card: string;
    address: string;
    tax_number: string;
    legal_person: string;
    pictures: ColumnType<Pictures, string, never>;
    submitted_at: Date;
    decision: ReviewChoice | null;
    user_type: GeneratedAlways<UserType>;
  };
  check_record: {
    id: GeneratedAlways<string>;
    user_id: string;
    submission_id: string;
    verifier_id: string;
    verifier: string;
    verified_at: Date;
    result: CheckResult;
    reason: string;
  };
  credential: {
    app_id: string;
    security_key: string;
    kind: 'platform' | 'enterprise';
    user_id: string | null;
    name: string;
    status: ColumnType<EnabledStatus, EnabledStatus | undefined, EnabledStatus>;
    created_at: Generated<Date>;
  };
  intake_nonce: { app_id: string; nonce: string; seen_at: Date };
  intake_request: {
    app_id: string;
    unique_id: string;
    fingerprint: Buffer;
    answer: ColumnType<Record<string, unknown>, string, never>;
    created_at: Generated<Date>;
  };
  user_login: { id: GeneratedAlways<string>; user_id: string; login_time: Date; ip: string };
  trail: {
    id: GeneratedAlways<string>;
    at: GeneratedAlways<Date>;
    actor_kind: ActorKind;
    actor_id: string;
    actor_name: string;
    ip: string;
    action: string;
    object: string;
    before: ColumnType<TrailState | null, string | null, never>;
    after: ColumnType<TrailState | null, string | null, never>;
    /** `@` and the actor's name, as the list filters by it. */
    actor_key: GeneratedAlways<string>;
    /** The object as keywords find it, empty where it has a long number; and that number in upper case, empty without one. */
    subject: GeneratedAlways<string>;
    number: GeneratedAlways<string>;
  };
  trail_pending: { trail_id: string };
  trail_chain: { seq: string; trail_id: string; hash: Buffer };
  log_pending: { id: GeneratedAlways<string>; entry: Buffer; enqueued_at: GeneratedAlways<Date> };
  log_entry: { seq: string; pending_id: string | null; leaf_hash: Buffer; entry: Buffer };
  log_checkpoint: { size: string; previous_size: string; root: Buffer; note: string; trail_seq: string; signed_at: Date };
  log_tile: { level: number; index: string; bytes: Buffer };
  stored_object: {
    sha256: string;
    size_bytes: string;
    state: Generated<ObjectState>;
    added_at: Generated<Date>;
    checked_at: Date | null;
    due_at: Generated<Date>;
    last_error: string | null;
  };
  log_identity: { only_one: Generated<boolean>; origin: string; public_key: Buffer; created_at: GeneratedAlways<Date> };
  log_timestamp: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'done'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    failing_since: Date | null;
    done_at: Date | null;
  };
  log_anchor: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'sent' | 'done'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_at: Generated<Date>;
    raw_tx: string | null;
    tx_hash: string | null;
    sent_at: Date | null;
    chain_id: string | null;
    failing_since: Date | null;
    block_height: string | null;
    chain_time: Date | null;
  };
  points_account: {
    id: Generated<string>;
    kind: string;
    user_id: string | null;
    balance: string | null;
    given_contract: Generated<string>;
    given_recharge: Generated<string>;
    given_test: Generated<string>;
    given_other: Generated<string>;
  };
  points_transfer: {
    id: Generated<string>;
    at: Generated<Date>;
    order_no: string;
    from_account: string;
    to_account: string;
    points: string;
    reference: string;
    note: Generated<string>;
    giver: Generated<string>;
  };
  points_gift: { id: string; at: Date; user_id: string; user_type: UserType; mobile: string; kind: GiftType; points: string; note: string; giver: string };
  points_gift_request: { account_id: string; request_id: string; fingerprint: Buffer; at: GeneratedAlways<Date> };
  evidence: {
    id: Generated<string>;
    number: string;
    user_id: string;
    type: UserType;
    /** Which list shows it: that of its owner's type, or, collected online, none of the two. */
    shown_in: GeneratedAlways<UserType | 'online'>;
    kind: AnyEvidenceKind;
    title: string;
    file_name: string;
    file_status: ColumnType<FileStatus, FileStatus | undefined, FileStatus>;
    address: Generated<string>;
    start_at: Date | null;
    end_at: Date | null;
    device: ColumnType<Device | null, string | null, string | null>;
    saved_at: Date;
    log_entry: string | null;
  };
  evidence_file: {
    evidence_id: string;
    name: string;
    role: FileRole;
    sha256: string;
    sm3: string;
    size_bytes: string;
    media_type: string;
    content: Uint8Array | null;
  };
  notarization_order: OrderColumns & {
    pieces: number;
    send_type: SendType;
    applicant: ColumnType<Applicant, string, string>;
    recipient: ColumnType<Recipient, string, string>;
    status: ColumnType<NotarizationStatus, NotarizationStatus | undefined, NotarizationStatus>;
    acceptor_id: string | null;
    acceptor_name: Generated<string>;
    remark: Generated<string>;
    decided_at: Date | null;
    claimed_by: string | null;
    claimed_at: Date | null;
    claimed_until: Date | null;
    /** The term's end, exclusive: midnight in Shanghai after its last day. */
    due_at: Date | null;
    shown_status: GeneratedAlways<NotarialStatus>;
    /** The acceptor's id, or `nobody`. */
    accepted_by: GeneratedAlways<string>;
    urgency: GeneratedAlways<Date>;
  };
  notarization_evidence: { order_id: string; position: number; evidence_id: string };
  notarization_check: { id: Generated<string>; order_id: string; verifier_id: string; verifier: string; at: Date; result: CheckResult; reason: string };
  notarial_series: { year: number; last: number };
  notarial_document: { id: Generated<string>; order_id: string; year: number; serial: number; number: string; notary: string; passed_at: Date };
  notarial_document_file: { document_id: string; sha256: string; sm3: string; size_bytes: string; level: 'B-B' | 'B-T'; issued_at: Date; log_entry: string };
  notarial_document_waiting: { document_id: string; next_at: Generated<Date> };
  recharge_order: OrderColumns & { points: string };
  demo_fill: { filled_at: Generated<Date> };
  payment: {
    id: Generated<string>;
    order_no: string;
    trade_no: string;
    pay_type: PayType;
    amount_fen: string;
    result: 'success' | 'fail';
    app_id: string;
    at: Generated<Date>;
  };
  invoice: {
    id: Generated<string>;
    user_id: string;
    user_type: UserType;
    username: string;
    mobile: string;
    type: InvoiceType;
    head: string;
    tax_num: string;
    bank_name: string;
    account: string;
    street: string;
    phone_number: string;
    recipient_name: string;
    post_phone_number: string;
    address: string;
    email: string;
    remark: string;
    amount_fen: string;
    status: ColumnType<InvoiceStatus, InvoiceStatus | undefined, InvoiceStatus>;
    created_at: Date;
    first_by: string | null;
    first_name: Generated<string>;
    first_at: Date | null;
    first_remark: Generated<string>;
    review_by: string | null;
    review_name: Generated<string>;
    review_at: Date | null;
    review_remark: Generated<string>;
    /** `yyyy-MM-dd` goes in; a Date would come out, so it is read as a text. */
    deal_day: ColumnType<Date | null, string | null, string | null>;
    deal_user: Generated<string>;
    deal_code: Generated<string>;
    deal_num: Generated<string>;
    courier_number: Generated<string>;
    issued_at: GeneratedAlways<Date | null>;
  };
  invoice_order: { invoice_id: string; position: number; kind: OrderKind; order_no: string; amount_fen: string };
  /** Recharges and consumptions of points; written by triggers alone. */
  charge_order: {
    id: GeneratedAlways<string>;
    order_no: string;
    user_id: string;
    type: UserType;
    name: string;
    mobile: string;
    points: string;
    order_type: OrderType;
    business: BusinessType;
    pay_status: PayStatus;
    pay_type: PayType | null;
    created_at: Date;
    recharged: GeneratedAlways<string>;
    consumed: GeneratedAlways<string>;
  };
  refund: { id: Generated<string>; refund_order_no: string; order_no: string; amount_fen: string; reason: string; at: Date };
  certificate: { evidence_id: string; content_sha256: string; sha256: string; size_bytes: string; level: 'B-B' | 'B-T'; issued_at: Date };
  download_history: { id: GeneratedAlways<string>; type: DownloadType; number: string; is_batch: boolean; account_id: string; operator: string; at: Generated<Date> };
  recording: {
    id: Generated<string>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    type: RecordingKind;
    name: string;
    label: string;
    status: OnlineStatus;
    reason: Generated<string>;
    begin_at: Date;
    /** Its length in seconds, as the device said and as its file says. */
    said_seconds: number;
    file_seconds: number | null;
    sha256: string;
    device: ColumnType<Device | null, string | null, string | null>;
    size_bytes: string | null;
    offset_bytes: Generated<string>;
    created_at: Generated<Date>;
    /** When something of it came in last. */
    touched_at: Generated<Date>;
  };
  capture: {
    id: Generated<string>;
    kind: Generated<'web'>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    url: string;
    name: string;
    label: string;
    status: ColumnType<CaptureStatus, CaptureStatus | undefined, CaptureStatus>;
    shown_status: GeneratedAlways<OnlineStatus>;
    reason: Generated<string>;
    created_at: Generated<Date>;
    begun_at: Date | null;
    ended_at: Date | null;
    attempt: Generated<number>;
    crashes: Generated<number>;
    worker: Generated<string>;
    lease_until: Date | null;
  };
  recording_piece: { recording_id: string; start_byte: string; size_bytes: string; sha256: string };
  share_address: { token: string; number: string; created_at: Generated<Date>; revoked_at: Date | null };
  download_batch: { token_hash: Buffer; numbers: string[]; kind: OnlineKind; holder: ColumnType<LinkHolder, string, never>; expires_at: Date };
  app_upload: Nullable<Omit<PackageColumns, 'file_name'>> & {
    id: GeneratedAlways<string>;
    stage: string;
    reference_hash: Buffer;
    account_id: string;
    file_name: string;
    offset_bytes: Generated<string>;
    expires_at: Date;
    used_at: Generated<Date | null>;
  };
  app_upload_piece: { upload_id: string; start_byte: string; size_bytes: string; sha256: string };
  app_version: Nullable<PackageColumns> & {
    id: Generated<string>;
    platform: AppPlatform;
    version: string;
    parts: number[];
    previous: string;
    released_at: Date;
    description: string;
    content: string;
    /** Null for Android. */
    review: IosReview | null;
    operator_id: string;
    operator: string;
    created_at: Generated<Date>;
  };
  feedback: { id: Generated<string>; user_id: string; user_type: UserType; kind: FeedbackType; content: string; version: string; model: string; system: string; at: Generated<Date> };
}

/** An Android package. */
interface PackageColumns {
  sha256: string;
  size_bytes: string;
  file_name: string;
  package_name: string;
  version_name: string;
  version_code: string;
}
type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null };

/** What orders of money have in common. */
interface OrderColumns {
  id: Generated<string>;
  order_no: string;
  user_id: string;
  type: UserType;
  /** The user's, when he ordered. */
  name: string;
  mobile: string;
  amount_fen: string;
  pay_status: ColumnType<PayStatus, PayStatus | undefined, PayStatus>;
  pay_type: PayType | null;
  trade_no: string | null;
  paid_at: Date | null;
  transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
  invoice_id: string | null;
  /** Whether it waits for an invoice. */
  billing: GeneratedAlways<'none' | 'open' | 'billed'>;
  created_at: Date;
}
export interface Applicant {
  readonly name: string;
  readonly mobile: string;
  readonly idcard: string;
  readonly address: string;
  readonly email: string;
}
export interface Recipient {
  readonly name: string;
  readonly mobile: string;
  readonly address: string;
  readonly postcode: string;
}

/** What the sweep found of a stored object; one that nothing names has no row. */
export type ObjectState = 'unchecked' | 'whole' | 'damaged' | 'missing';
export type SessionEnd = 'logout' | 'disabled' | 'password' | 'revoked';
export type ActorKind = 'operator' | 'client' | 'command' | 'system';
export type TrailState = Record<string, unknown>;
/** The device that captured an evidence, in its own words (configInfo). */
export interface Device {
  readonly name: string;
  readonly model_name: string;
  readonly version: string;
  readonly version_sys: string;
  readonly processor: string;
  readonly core: string;
  /** 1 Android, 2 iOS, 0 unknown. */
  readonly type: number;
}
/** Picture field -> the stored object. */
export type Pictures = Partial<Record<PictureField, StoredPicture>>;
export interface StoredPicture {
  sha256: string;
  mediaType: string;
  sizeBytes: number;
}
export type PictureField = 'author_front' | 'author_back' | 'author_hand' | 'license' | 'file';
