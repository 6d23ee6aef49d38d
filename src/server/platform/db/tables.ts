// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';
import type { LoginResult } from '../../../domain/business/codes/access.ts';
import type { OnlineStatus } from '../../../domain/business/rules/online-status.ts';
import type { ClockFacts } from '../../../domain/proof/marks/clocks.ts';
import type { MarkPlace } from '../../../domain/proof/marks/mark-place.ts';
import type { MarkBinding } from '../../../domain/proof/marks/mark.ts';
import type { CaptureNotes } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { ReplayFacts } from '../../../domain/proof/web-archive/replay-facts.ts';
import type {
  Agent,
  Applicant,
  Device,
  PictureField,
  PictureFindings,
  Pictures,
  Recipient,
  StoredPicture,
  TrailState,
  ViewColumns,
} from './json.ts';

/** Row types of every table. */
export interface Tables {
  // 0001_lists

  /** How many rows of a list hold each value of a facet: altogether, by month and by day in Shanghai. */
  list_count: {
    list: string;
    facet: string;
    level: string;
    bucket: ColumnType<Date, string, string>;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /** Changes of list_count that are not moved into it yet. */
  list_count_delta: {
    list: string;
    facet: string;
    day: ColumnType<Date, string, string>;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /** Which lists have counters, and what is counted of their tables. */
  list_declared: {
    list: string;
    source: string;
    time_column: string;
    facets: string[];
    term_facet: string | null;
    term_columns: string[] | null;
    term_function: Generated<string>;
    sum_columns: Generated<string[]>;
  };
  /** How many rows of a list hold each piece that keywords are looked for by. */
  list_term: {
    list: string;
    term: string;
    n: string;
    s1: Generated<string>;
    s2: Generated<string>;
  };
  /**
   * Changes of list_term that are not moved into it yet. A statement writes up to a thousand pieces in one row, so that many pieces are
   * cheap.
   */
  list_term_delta: {
    list: string;
    terms: string[];
    n: string[];
    s1: string[] | null;
    s2: string[] | null;
  };

  // 0003_trail

  /** Every state change and every look at evidence. Rows are only ever added. */
  trail: {
    id: GeneratedAlways<string>;
    at: Generated<Date>;
    actor_kind: ActorKind;
    actor_id: string;
    actor_name: string;
    ip: string;
    action: string;
    object: string;
    before: ColumnType<TrailState | null, string | null, string | null>;
    after: ColumnType<TrailState | null, string | null, string | null>;
    /** @ and the actor's name, as the list filters by it. */
    actor_key: GeneratedAlways<string>;
    /** The object as keywords find it; empty where it has a long number. */
    subject: GeneratedAlways<string>;
    /** The long number of the object in upper case; empty without one. */
    number: GeneratedAlways<string>;
  };
  /** The hash chain over the trail. */
  trail_chain: {
    seq: string;
    trail_id: string;
    hash: Buffer;
  };
  /** Rows of the trail that the chain has not taken up: it follows within a second, so that writers never queue for its head. */
  trail_pending: {
    trail_id: string;
  };

  // 0004_stored_objects

  /**
   * The result of the last scrub of every object of the store. An object gets its row in the transaction that first names it. Therefore
   * "never checked", "whole", "damaged" and "missing" differ, and an object that was never uploaded has no row.
   */
  stored_object: {
    sha256: string;
    size_bytes: string;
    state: Generated<ObjectState>;
    added_at: Generated<Date>;
    checked_at: Date | null;
    due_at: Generated<Date>;
    last_error: string | null;
    /** Looks in a row at which this object alone could not be read although the store was well: after some it counts as damaged. */
    unread_looks: Generated<number>;
  };
  /** When the store is gone through next; whichever server comes first takes the turn. */
  unnamed_look: {
    is_only: Generated<boolean>;
    next_at: Generated<Date>;
  };
  /**
   * Stored files that no row names, left by calls that failed between the file and the transaction. A job marks them, and removes them
   * after a day unless the same content was stored again. A call that stores the content removes the mark first, or waits until the removal
   * is over.
   */
  unnamed_object: {
    sha256: string;
    marked_at: Generated<Date>;
    removing_at: Date | null;
  };

  // 0005_access

  account: {
    id: Generated<string>;
    username: string;
    password_hash: string;
    realname: string;
    mobile: string;
    role_id: string;
    status: Generated<'enabled' | 'disabled'>;
    accepts: Generated<boolean>;
    created_at: Generated<Date>;
    /** Another operator has set the password; until its holder changes it they decide nothing that needs two people. */
    password_is_given: Generated<boolean>;
  };
  /** One-time passwords of accounts (RFC 6238). */
  account_totp: {
    account_id: string;
    secret: Buffer;
    confirmed_at: Date | null;
    last_step: Generated<string>;
  };
  /** Operators' attempts to sign in, failures too. */
  admin_login: {
    id: GeneratedAlways<string>;
    account_id: string | null;
    name: string;
    login_time: Date;
    ip: string;
    result: LoginResult;
    /** The username of the account at that time; for an unknown account, the text that was typed. A trigger writes it. */
    username: GeneratedAlways<string>;
    account: GeneratedAlways<string>;
    /** How the attempt was made. For a failed attempt, the last step that it reached. */
    way: Generated<'password' | 'totp' | 'passkey' | 'provider'>;
  };
  captcha: {
    token_hash: Buffer;
    answer: string;
    created_at: Date;
  };
  login_failure: {
    username: string;
    ip: string;
    failures: number;
    last_at: Date;
  };
  role: {
    id: Generated<string>;
    position: string;
    description: Generated<string>;
    status: Generated<'enabled' | 'disabled'>;
    nodes: Generated<number[]>;
    created_at: Generated<Date>;
    requires_totp: Generated<boolean>;
  };
  /** Keys of the office, by name. */
  secret: {
    name: string;
    value: Buffer;
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
    /** The position of the database's log after the session's last change. A replica answers the session only if it has reached it. */
    written_to: string | null;
  };

  // 0006_users

  /** The decision about a submission. */
  check_record: {
    id: GeneratedAlways<string>;
    user_id: string;
    submission_id: string;
    verifier_id: string;
    verifier: string;
    verified_at: Date;
    result: 'passed' | 'failed';
    reason: Generated<string>;
  };
  /** Who may call the intake: clients of the office, and enterprises once they are approved. */
  credential: {
    app_id: string;
    security_key: string;
    kind: 'platform' | 'enterprise';
    user_id: string | null;
    name: string;
    status: Generated<'enabled' | 'disabled'>;
    created_at: Generated<Date>;
    /** The app_id, under the name that a list knows its rows by. */
    id: GeneratedAlways<string>;
    /** The key that was replaced last. It is valid, like the present one, until `previous_until`. */
    previous_key: string | null;
    previous_until: Date | null;
  };
  /** What users write from the apps. */
  feedback: {
    id: Generated<string>;
    user_id: string;
    user_type: 'personal' | 'enterprise';
    kind: 'software' | 'verification' | 'custody';
    content: string;
    version: string;
    model: string;
    system: string;
    at: Generated<Date>;
  };
  /** Used nonces, each with the timestamp of the request that used it. */
  intake_nonce: {
    app_id: string;
    nonce: string;
    signed_at: string;
  };
  /**
   * What was forgotten, by the hour of the timestamps: up to the newest of each hour no request is taken any more, wherever the clock goes.
   * By the hour, so that a clock that ran ahead closes no more than the hours that it ran through.
   */
  intake_nonce_over: {
    hour: string;
    newest: string;
  };
  /** The answer that a creating call gave, so that the same unique_id answers the same again. */
  intake_request: {
    app_id: string;
    unique_id: string;
    fingerprint: Buffer;
    answer: ColumnType<Record<string, unknown>, string, string>;
    created_at: Generated<Date>;
  };
  /** Sign-ins at the front end. */
  user_login: {
    id: GeneratedAlways<string>;
    user_id: string;
    login_time: Date;
    ip: string;
    /** The user's, which never changes. A trigger writes it. */
    mobile: GeneratedAlways<string>;
    account: GeneratedAlways<string>;
  };
  /** What a user handed in; the newest undecided one is what an operator reviews. */
  user_submission: {
    id: GeneratedAlways<string>;
    user_id: string;
    kind: 'first' | 'repair';
    name: string;
    id_card: string;
    address: string;
    tax_number: Generated<string>;
    legal_person: Generated<string>;
    pictures: ColumnType<Pictures, string, string>;
    submitted_at: Date;
    decision: 'approve' | 'reject' | null;
    user_type: GeneratedAlways<'personal' | 'enterprise'>;
    contact_name: Generated<string>;
  };
  users: {
    id: Generated<string>;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    status: Generated<'unverified' | 'pending' | 'approved' | 'rejected'>;
    repair: Generated<'none' | 'pending' | 'approved' | 'rejected'>;
    tax_number: Generated<string>;
    id_card: Generated<string>;
    registered_at: Date;
    checked_at: Date | null;
    last_login_at: Date | null;
    /** Whether a supplementary submission waits. */
    awaits: GeneratedAlways<'supplementary' | 'nothing'>;
    /** The tax number in upper case. */
    tax_code: GeneratedAlways<string>;
  };

  // 0007_points

  points_account: {
    id: Generated<string>;
    kind: 'user' | 'giftContract' | 'giftRecharge' | 'giftTest' | 'giftOther' | 'recharge' | 'evidence' | 'web' | 'process' | 'move';
    user_id: string | null;
    balance: string | null;
    given_contract: Generated<string>;
    given_recharge: Generated<string>;
    given_test: Generated<string>;
    given_other: Generated<string>;
  };
  /** One row a gift, with what the list filters by. Written by the booking itself, so that no gift can be missing from the list. */
  points_gift: {
    id: string;
    at: Date;
    user_id: string;
    user_type: 'personal' | 'enterprise';
    mobile: string;
    kind: 'giftContract' | 'giftRecharge' | 'giftTest' | 'giftOther';
    points: string;
    note: string;
    giver: string;
  };
  /** An operator's request to give: the same one is carried out once. */
  points_gift_request: {
    account_id: string;
    request_id: string;
    fingerprint: Buffer;
    at: Generated<Date>;
  };
  /**
   * Points that an upload has begun with, and that no other one can spend meanwhile. No booking: the balance stays what the ledger says,
   * and what is held is looked at beside it. A hold ends with its evidence, with its upload, or, when the server that renews it is gone, by
   * itself.
   */
  points_hold: {
    id: Generated<string>;
    user_id: string;
    app_id: string;
    unique_id: string;
    points: string;
    expires_at: Date;
    /** The upload in chunks whose price this is: it ends with the upload, not by itself. */
    upload_id: string | null;
  };
  /** Bookings. */
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

  // 0008_log

  /** RFC 3161 tokens over the manifest of one evidence (its entry in the log), for evidence that asked for one. */
  evidence_timestamp: {
    seq: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    done_at: Date | null;
  };
  /**
   * Transactions of an EVM chain that hold the root of a checkpoint. If a transaction failed on the chain, its anchor ends, its row stays,
   * and the next checkpoint is anchored.
   */
  log_anchor: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'sent' | 'done' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_at: Generated<Date>;
    tx_hash: string | null;
    block_height: string | null;
    chain_time: Date | null;
    raw_tx: string | null;
    sent_at: Date | null;
    chain_id: string | null;
    failing_since: Date | null;
    is_capped: Generated<boolean>;
    ended_at: Date | null;
  };
  /** Signed heads of the tree. Two never follow the same one: previous_size is what makes growing a compare-and-swap. */
  log_checkpoint: {
    size: string;
    previous_size: string;
    root: Buffer;
    note: string;
    trail_seq: string;
    signed_at: Date;
  };
  /** The leaves of the tree. */
  log_entry: {
    seq: string;
    pending_id: string | null;
    leaf_hash: Buffer;
    entry: Buffer;
  };
  /** Whose log it is; the private key is the secret `log-key`. */
  log_identity: {
    only_one: Generated<boolean>;
    origin: string;
    public_key: Buffer;
    created_at: Generated<Date>;
  };
  /** Entries that wait, written in the transaction of what they tell of; the sequencer moves them into log_entry. */
  log_pending: {
    id: GeneratedAlways<string>;
    entry: Buffer;
    enqueued_at: Generated<Date>;
  };
  /** The widest form of each tile; its narrower ones are its beginning. */
  log_tile: {
    level: number;
    index: string;
    bytes: Buffer;
  };
  /** RFC 3161 tokens over checkpoints, one for each. If many wait, the newest is requested first. */
  log_timestamp: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    done_at: Date | null;
  };
  /** Certificates that the office signs with. Each is an entry of the log (decision 0015), so that the key of the log vouches for them. */
  office_certificate: {
    sha256: string;
    pem: string;
    log_entry: string;
    listed_at: Generated<Date>;
    /** Made by the office itself and renewed without being asked, or issued by an authority and brought by an administrator. */
    origin: Generated<'made' | 'imported'>;
  };
  /** How far timestamps are asked for, and how the authority does. */
  stamp_line: {
    name: 'checkpoints' | 'evidence' | 'archives' | 'sm2-checkpoints';
    up_to: string;
    attempts: Generated<number>;
    last_error: string | null;
    failing_since: Date | null;
    next_at: Generated<Date>;
  };

  // 0009_evidence

  /** Captures of web pages: what was asked for, and how far it is. A succeeded one is an evidence of the same number. */
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
    status: Generated<'waiting' | 'queued' | 'capturing' | 'uploading' | 'succeeded' | 'failed' | 'cancelled'>;
    shown_status: GeneratedAlways<'waiting' | 'running' | 'uploading' | 'succeeded' | 'failed' | 'cancelled'>;
    reason: Generated<string>;
    created_at: Generated<Date>;
    begun_at: Date | null;
    ended_at: Date | null;
    attempt: Generated<number>;
    crashes: Generated<number>;
    worker: Generated<string>;
    lease_until: Date | null;
    /** The label as the list is filtered and counted by it: never a word of `shown_status`. */
    label_key: GeneratedAlways<string>;
    accept: Generated<'page' | 'as_is'>;
    device: Generated<'desktop' | 'mobile'>;
    notes: ColumnType<CaptureNotes | null, string | null, string | null>;
    app_id: string | null;
    opened_url: string | null;
  };
  /** Certificates as they were issued: one for each state that an evidence's anchor has had. The signed PDF lies in the store. */
  certificate: {
    evidence_id: string;
    content_sha256: string;
    sha256: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    /**
     * Counts the files of one certificate, from 1. A new edition is issued if the file is lost or damaged, or if a timestamp can be added.
     * Rows never change, and the highest edition is valid.
     */
    edition: Generated<number>;
  };
  /**
   * A zip that may be fetched for a time: its address holds the token, this table its hash. It ends with its holder's session or
   * permission.
   */
  download_batch: {
    token_hash: Buffer;
    numbers: string[];
    kind: 'web' | 'process' | 'move';
    expires_at: Date;
    holder: ColumnType<LinkGrantee, string, string>;
  };
  evidence: {
    id: Generated<string>;
    number: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    kind: 'file' | 'photo' | 'audio' | 'video' | 'screen' | 'web' | 'process' | 'move';
    title: string;
    file_name: string;
    file_status: Generated<'stored' | 'uploading' | 'missing'>;
    address: Generated<string>;
    start_at: Date | null;
    end_at: Date | null;
    device: ColumnType<Device | null, string | null, string | null>;
    saved_at: Date;
    log_entry: string | null;
    /** The list that shows it: the list of its owner's type, or none of the two if it was collected online. Their counters use it. */
    shown_in: GeneratedAlways<'online' | 'personal' | 'enterprise'>;
  };
  /** What the manifest names. An original lies in the store under its SHA-256; what the office itself adds is small, and lies here. */
  evidence_file: {
    evidence_id: string;
    name: string;
    role: 'original' | 'environment-check' | 'capture-log' | 'details';
    sha256: string;
    sm3: string;
    size_bytes: string;
    media_type: string;
    content: Uint8Array | null;
  };
  /** Recordings of processes and of mobile devices, and how far their uploads are. */
  recording: {
    id: Generated<string>;
    number: string;
    user_id: string;
    username: string;
    mobile: string;
    type: 'process' | 'move';
    name: string;
    label: string;
    status: OnlineStatus;
    reason: Generated<string>;
    begin_at: Date;
    said_seconds: number;
    file_seconds: number | null;
    sha256: string;
    device: ColumnType<Device | null, string | null, string | null>;
    size_bytes: string | null;
    offset_bytes: Generated<string>;
    created_at: Generated<Date>;
    touched_at: Generated<Date>;
    /** The label as the list is filtered and counted by it: never a word of `status`. */
    label_key: GeneratedAlways<string>;
  };
  /** What has come in so far, each piece on stable storage under its hash. Gone once the whole is. */
  recording_piece: {
    recording_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };
  /** The public address of an evidence, at most one. It is printed on certificates, so it lasts until it is revoked. */
  share_address: {
    token: string;
    number: string;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };

  // 0010_orders

  /** Recharges and consumptions of points in one list. It is written by triggers alone. */
  charge_order: {
    id: Generated<string>;
    recharge_id: string | null;
    transfer_id: string | null;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    points: string;
    order_type: 'recharge' | 'consumption';
    business: 'recharge' | 'evidence' | 'web' | 'process' | 'move';
    pay_status: 'unpaid' | 'paid' | 'failed' | 'refunded';
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    created_at: Date;
    consumed: GeneratedAlways<string>;
    recharged: GeneratedAlways<string>;
    trade_no: string | null;
    /** As of an application. */
    numbers: GeneratedAlways<string>;
  };
  /** Invoices in two steps, first review and issue, and their red-letter invoices. */
  invoice: {
    id: Generated<string>;
    user_id: string;
    user_type: 'personal' | 'enterprise';
    username: string;
    mobile: string;
    type: 'electronic' | 'ordinary' | 'special';
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
    status: Generated<'pending' | 'submitted' | 'issued' | 'rejected'>;
    created_at: Date;
    first_by: string | null;
    first_name: Generated<string>;
    first_at: Date | null;
    first_remark: Generated<string>;
    review_by: string | null;
    review_name: Generated<string>;
    review_at: Date | null;
    review_remark: Generated<string>;
    deal_day: ColumnType<Date | null, string | null, string | null>;
    deal_user: Generated<string>;
    deal_code: Generated<string>;
    deal_num: Generated<string>;
    courier_number: Generated<string>;
    issued_at: GeneratedAlways<Date | null>;
    red_num: Generated<string>;
    red_day: ColumnType<Date | null, string | null, string | null>;
    red_by: string | null;
    red_name: Generated<string>;
    red_at: Date | null;
  };
  /** What an invoice was asked for: kept when it is rejected and its orders are free again. */
  invoice_order: {
    invoice_id: string;
    position: number;
    kind: 'notarization' | 'recharge';
    order_no: string;
    amount_fen: string;
  };
  /** Applications for notarization, and the orders by which they are paid. */
  notarization_order: {
    id: Generated<string>;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    amount_fen: string;
    pieces: number;
    send_type: 'pickup' | 'mail';
    applicant: ColumnType<Applicant, string, string>;
    recipient: ColumnType<Recipient, string, string>;
    pay_status: Generated<'unpaid' | 'paid' | 'failed' | 'refunded'>;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    trade_no: string | null;
    paid_at: Date | null;
    transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
    status: Generated<'pending' | 'passed' | 'failed' | 'withdrawn'>;
    acceptor_id: string | null;
    acceptor_name: Generated<string>;
    remark: Generated<string>;
    decided_at: Date | null;
    claimed_by: string | null;
    claimed_until: Date | null;
    invoice_id: string | null;
    created_at: Date;
    /** Whether it waits for an invoice. */
    billing: GeneratedAlways<'none' | 'open' | 'billed'>;
    shown_status: GeneratedAlways<'waiting' | 'passed' | 'refused'>;
    /** The acceptor's id, or `nobody`. */
    accepted_by: GeneratedAlways<string>;
    /** The term's end, exclusive: midnight in Shanghai after its last day. */
    due_at: Date | null;
    claimed_at: Date | null;
    urgency: GeneratedAlways<Date>;
    /** The order's number and, once there is one, the gateway's: what keywords are found in. */
    numbers: GeneratedAlways<string>;
    /** What the document is for, as the applicant says; may be empty. */
    purpose: Generated<string>;
    /** How many originals the applicant asks for; null if it was not said. */
    copies: number | null;
    /** Who acts for the applicant: { name, mobile, idcard }; null for nobody. */
    agent: ColumnType<Agent | null, string | null, string | null>;
    /** How far its document is delivered, by its rows of notarial_delivery. */
    delivery: Generated<'undelivered' | 'mailed' | 'returned' | 'electronic' | 'delivered'>;
  };
  /** Notices of the payment gateway that were accepted. A trade is paid once, even if its notice arrives twice. */
  payment: {
    id: Generated<string>;
    order_no: string;
    trade_no: string;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud';
    amount_fen: string;
    result: 'success' | 'fail';
    app_id: string;
    at: Generated<Date>;
    /** The payer's account as the gateway told it; empty where it told none. */
    payer: Generated<string>;
  };
  recharge_order: {
    id: Generated<string>;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    points: string;
    amount_fen: string;
    pay_status: Generated<'unpaid' | 'paid' | 'failed' | 'refunded'>;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    trade_no: string | null;
    paid_at: Date | null;
    transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
    invoice_id: string | null;
    created_at: Date;
    /** Whether it waits for an invoice. */
    billing: GeneratedAlways<'none' | 'open' | 'billed'>;
  };
  refund: {
    id: Generated<string>;
    refund_order_no: string;
    order_no: string;
    amount_fen: string;
    reason: string;
    at: Date;
  };

  // 0011_notarial_documents

  /** Who downloaded which file. A batch has one row for each number in it. */
  download_history: {
    id: GeneratedAlways<string>;
    type: 'evidence' | 'web' | 'process' | 'move' | 'document';
    /** Empty for a document. */
    number: string;
    is_batch: boolean;
    account_id: string;
    operator: string;
    at: Generated<Date>;
    /** The application of a document; null for other files. */
    order_id: string | null;
    /** What of an evidence; null for a document, and for rows from before it was noted. */
    part: 'file' | 'package' | 'certificate' | null;
  };
  /** A document exists from the moment of passing; its files follow. */
  notarial_document: {
    id: Generated<string>;
    order_id: string;
    year: number;
    serial: number;
    number: string;
    notary: string;
    passed_at: Date;
  };
  /**
   * The two files of a document: complete, and with the applicant's number masked for people who may not see it. Each is signed, and its
   * hash is in the log.
   */
  notarial_document_file: {
    document_id: string;
    sha256: string;
    sm3: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    log_entry: string;
    is_masked: boolean;
  };
  /** Documents whose files are not made yet. */
  notarial_document_waiting: {
    document_id: string;
    next_at: Generated<Date>;
  };
  /** The last number given out in a year. Its row is locked until the passing commits: a number that was not used is given to the next. */
  notarial_series: {
    year: number;
    last: number;
  };
  /** The decision about an application. */
  notarization_check: {
    id: Generated<string>;
    order_id: string;
    verifier_id: string;
    verifier: string;
    at: Date;
    result: 'passed' | 'failed';
    reason: string;
  };
  notarization_evidence: {
    order_id: string;
    position: number;
    evidence_id: string;
  };

  // 0012_releases

  /**
   * Uploads of Android packages that are not finished. An upload has its own stage; only a package that a version names goes into the
   * store.
   */
  app_upload: {
    id: GeneratedAlways<string>;
    reference_hash: Buffer;
    account_id: string;
    sha256: string | null;
    size_bytes: string | null;
    file_name: string;
    package_name: string | null;
    version_name: string | null;
    version_code: string | null;
    expires_at: Date;
    used_at: Date | null;
    stage: string;
    offset_bytes: Generated<string>;
  };
  /** The accepted pieces of an upload, in the order of their bytes. Their files are in its stage, named by hash. */
  app_upload_piece: {
    upload_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };
  app_version: {
    id: Generated<string>;
    platform: 'android' | 'ios';
    version: string;
    parts: number[];
    previous: string;
    released_at: Date;
    description: string;
    content: string;
    review: 'waiting' | 'passed' | null;
    sha256: string | null;
    size_bytes: string | null;
    file_name: string | null;
    package_name: string | null;
    version_name: string | null;
    version_code: string | null;
    operator_id: string;
    operator: string;
    created_at: Generated<Date>;
  };

  // 0013_hints

  /** What a reviewer was shown of a submission that waits; the decision takes it into the trail. */
  hint_shown: {
    submission_id: string;
    account_id: string;
    hints: string[];
  };
  /** Nearly the same picture under two users. */
  picture_match: {
    print_id: string;
    other_id: string;
    likeness: number;
  };
  /**
   * Fingerprints of submitted pictures, in which their strokes can be made out: as personal as the pictures, and gone with their
   * submission.
   */
  picture_print: {
    id: GeneratedAlways<string>;
    submission_id: string;
    user_id: string;
    field: PictureField;
    sha256: string;
    print: Buffer;
  };
  /** Under which words a fingerprint is found. */
  picture_word: {
    word: number;
    print_id: string;
  };
  /** Submissions whose pictures are to be read, and what was found. It goes with its submission. */
  submission_reading: {
    submission_id: string;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    read_at: Date | null;
    pictures: ColumnType<PictureFindings | null, string | null, string | null>;
    app_id: Generated<string>;
  };

  // 0014_views

  /** Saved views of lists: a name with filters, columns and density, for one operator or for a role. */
  list_view: {
    id: GeneratedAlways<string>;
    owner_id: string;
    role_id: string | null;
    list: string;
    name: string;
    filters: ColumnType<Record<string, string>, string, string>;
    columns: ColumnType<ViewColumns, string, string>;
    density: 'normal' | 'tight';
    version: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** What each operator made of a view for themselves; another's choice is their own. */
  list_view_choice: {
    account_id: string;
    view_id: string;
    list: string;
    is_default: Generated<boolean>;
    is_pinned: Generated<boolean>;
  };

  // 0016_queues

  /** Users and invoices that an operator has in hand to decide on; others wait until the lease ends. */
  work_claim: {
    subject: 'user' | 'invoice';
    subject_id: string;
    account_id: string;
    since: Date;
    until: Date;
  };

  // 0017_drafts

  /** Forms and reviews that were begun, encrypted for the operator who began them. A draft ends with the decision, or after 7 days. */
  draft: {
    id: Generated<string>;
    account_id: string;
    subject: string;
    sealed: Buffer;
    updated_at: Generated<Date>;
  };

  // 0018_gift_reversal

  /** One row a gift that was taken back. Written by the booking itself. */
  points_gift_reversal: {
    id: string;
    gift_id: string;
    at: Date;
    note: string;
    taker: string;
  };

  // 0019_passkeys

  /** Passkeys of accounts (WebAuthn). */
  account_passkey: {
    id: GeneratedAlways<string>;
    account_id: string;
    name: string;
    credential_id: Buffer;
    public_key: Buffer;
    sign_count: string;
    transports: Generated<string[]>;
    rp_id: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    blocked_at: Date | null;
  };
  /** Sign-ins that are under way at the identity provider. */
  oidc_request: {
    state_hash: Buffer;
    nonce: string;
    code_verifier: string;
    created_at: Generated<Date>;
  };
  /** What a browser has been asked to sign: of a passkey that is made, or of a sign-in after its password. */
  passkey_challenge: {
    challenge_hash: Buffer;
    account_id: string;
    purpose: 'enrol' | 'signIn';
    password_hash: string;
    created_at: Generated<Date>;
  };
  /** Sessions that began at the identity provider, and the token with which the provider is asked whether they are still valid. */
  session_identity: {
    token_hash: Buffer;
    issuer: string;
    subject: string;
    tokens: Buffer;
    expires_at: Date | null;
    checked_at: Date;
  };

  // 0020_notes

  /** Messages to operators: a reference and a kind. The text is made when it is read, and shows only what its reader may see. */
  message: {
    id: GeneratedAlways<string>;
    account_id: string;
    kind: 'mention' | 'overdue' | 'returned' | 'damaged' | 'custody' | 'reassigned' | 'webhook' | 'credential' | 'security';
    /** As the trail names it; empty where it is about the office as a whole. */
    object: string;
    note_id: string | null;
    /** Names what happened, once for each account. */
    event: string;
    at: Generated<Date>;
    read_at: Date | null;
  };
  /** Operators' notes on an object. Rows are only added. */
  note: {
    id: GeneratedAlways<string>;
    /** As the trail names it: application/12. */
    object: string;
    author_id: string;
    /** Realname at the moment of the act. */
    author: string;
    body: string;
    at: Generated<Date>;
  };
  /** Colleagues whom a note names. */
  note_mention: {
    note_id: string;
    account_id: string;
    /** Realname at the moment of the act. */
    operator: string;
  };
  /** Notes whose text is shown no more. */
  note_withdrawal: {
    note_id: string;
    account_id: string;
    /** Realname at the moment of the act. */
    operator: string;
    at: Generated<Date>;
  };
  /** Which operator looks at which object, until a lease ends. */
  presence: {
    view_id: string;
    object: string;
    account_id: string;
    operator: string;
    since: Generated<Date>;
    until: Date;
  };
  /** From where a share address was opened: once an address and day, since players ask for a film in many parts. */
  share_opening: {
    id: GeneratedAlways<string>;
    number: string;
    ip: string;
    day: ColumnType<Date, string, string>;
    at: Generated<Date>;
  };

  // 0022_events

  /**
   * The feed of events, in the order in which they became visible. A partition a day (UTC) is made by the sequencer, and dropped when it is
   * older than events are kept.
   */
  event: {
    /**
     * When the event was numbered, in microseconds since 1970, and higher than the number before. The event's ID is made of it. After a
     * restore the feed continues after all that was read.
     */
    place: string;
    type: string;
    /** When the change happened. */
    at: Date;
    /** The client whose endpoint the event is about; null for other events. */
    app_id: string | null;
    /** Whose event it is; null for what is of no user. */
    user_id: string | null;
    /** As the open API tells it, without user_id. */
    data: ColumnType<Record<string, unknown>, string, string>;
  };
  /**
   * The size of the log up to which events said that evidence is anchored, so that each is said once, even if the configuration changes.
   */
  event_anchored: {
    only_one: Generated<boolean>;
    size: string;
    cosigned_size: Generated<string>;
  };
  /** Events that wait for their place in the feed, written in the transaction of their change; the sequencer moves them into event. */
  event_pending: {
    id: GeneratedAlways<string>;
    type: string;
    at: Generated<Date>;
    app_id: string | null;
    user_id: string | null;
    data: ColumnType<Record<string, unknown>, string, string>;
  };

  // 0023_webhooks

  /** Addresses that events are sent to. Each belongs to one client. */
  webhook: {
    id: GeneratedAlways<string>;
    app_id: string;
    url: string;
    types: string[];
    description: Generated<string>;
    status: Generated<'enabled' | 'disabled'>;
    reason: 'gone' | 'failing' | 'office' | null;
    after_place: string;
    created_at: Generated<Date>;
    last_success_at: Date | null;
    /** The first failure since the last success; null while the last attempt succeeded. */
    failing_since: Date | null;
    /** Attempts that failed since the last success. */
    failures: Generated<number>;
  };
  /** Attempts of delivery and their answers. A partition holds the events of one day, and is dropped with them. */
  webhook_attempt: {
    id: Generated<string>;
    webhook_id: string;
    place: string;
    type: string;
    kind: 'event' | 'replay' | 'test';
    attempt: number;
    at: Date;
    status: 'succeeded' | 'failed';
    http_status: number | null;
    duration_ms: number;
    error: string | null;
    next_at: Date | null;
    request_headers: ColumnType<Record<string, string>, string, string>;
    /** The first 4 KB, as text; null where no answer came. */
    answer: string | null;
  };
  /** Attempts that are to be made; gone once an event arrived, or when nothing more is tried. */
  webhook_delivery: {
    id: GeneratedAlways<string>;
    webhook_id: string;
    /** Of the event. */
    place: string;
    kind: 'event' | 'replay' | 'test';
    /** The number of the attempt that is to be made. */
    attempt: Generated<number>;
    /** When it is to be made; while it is held, the end of the lease. */
    due_at: Generated<Date>;
    is_held: Generated<boolean>;
    /** Counts how often the delivery was claimed. A worker changes nothing if another has claimed it since. */
    claims: Generated<number>;
  };
  /** Up to where the feed of events has been read for all endpoints. */
  webhook_feed: {
    only_one: Generated<boolean>;
    place: string;
  };
  /** Ed25519 keys that the office signs events with: the current one, and an older one for a day. */
  webhook_key: {
    id: GeneratedAlways<string>;
    public_key: Buffer;
    sealed: Buffer;
    since: Generated<Date>;
    until: Date | null;
  };
  /** What an endpoint's events are signed with: the current secret, and older ones for a day. */
  webhook_secret: {
    id: GeneratedAlways<string>;
    webhook_id: string;
    sealed: Buffer;
    until: Date | null;
  };

  // 0024_clients

  /** Calls of clients in the last 30 days, written in batches up to a second after the call. */
  call_record: {
    /** As call_record_slot makes it of the day of `at`. */
    slot: number;
    id: Generated<string>;
    /** An existing client. There is no foreign key, because it would look up each row again. */
    app_id: string;
    at: Date;
    /** POST /open/v1/evidence: method and path, without the query. */
    call: string;
    status: number;
    outcome: GeneratedAlways<'done' | 'refused' | 'failed'>;
    ms: number;
    ip: string;
    /** The code of the refusal; empty for a call that was carried out. */
    refusal: string;
    /** What the client was told. */
    message: string;
    /** The text that a signature did not fit; else empty. */
    signed_over: string;
  };
  /** When a client called last. */
  client_activity: {
    app_id: string;
    last_call: Date;
  };

  // 0025_sandbox

  /** Whether this is a sandbox (SANDBOX): written at the first start, and never changed. */
  installation: {
    only_one: Generated<boolean>;
    is_sandbox: boolean;
    created_at: Generated<Date>;
  };
  /** Which server decides what is due in a sandbox. Nowhere else has it a row. */
  sandbox_turn: {
    only_one: Generated<boolean>;
    /** The disabled account in whose name the sandbox decides. */
    account_id: string;
    /** The end of a lease; null while nobody has it. */
    until: Date | null;
  };

  // 0026_office_credentials

  /** Checkpoints of a day in Shanghai and the longest time before one of them: measured once, so that a year is read from 365 rows. */
  log_day: {
    day: ColumnType<Date, string, string>;
    /** Size of the last checkpoint that is measured. */
    up_to: string;
    checkpoints: string;
    /** Null while the day has nothing but the log's first checkpoint. */
    max_gap_ms: string | null;
    /** When the checkpoint was signed that ended the gap. */
    gap_until: Date | null;
  };
  /** Credentials of the office. One is replaced by another or withdrawn, and stays: it counts for the time in which it was valid. */
  office_credential: {
    id: Generated<string>;
    kind: 'licence' | 'protection' | 'cryptography' | 'blockchain' | 'other';
    name: string;
    number: string;
    issuer: string;
    valid_from: ColumnType<Date, string, string>;
    /** The last day; null for one without an end. */
    valid_until: ColumnType<Date | null, string | null, string | null>;
    /** A JPEG in the store, drawn from the uploaded picture. */
    picture_sha256: string;
    picture_bytes: number;
    /** The credential that this one replaces. */
    replaces: string | null;
    operator_id: string;
    /** Realname at the moment of the act. */
    operator: string;
    created_at: Generated<Date>;
    withdrawn_at: Date | null;
    withdrawn_reason: string | null;
    /** When role 1 was told that it ends: once. */
    told_at: Date | null;
  };
  /**
   * The list of all credentials after each change. Each is an entry of the log, and the file credentials.json of packages, byte for byte.
   */
  office_credential_list: {
    id: Generated<string>;
    /** As office_certificate.log_entry: the id that the entry had while it waited. */
    log_entry: string;
    listed_at: Date;
  };

  // 0027_marks

  /** Not-before marks, each for one evidence. A mark that is not used is deleted some days after it expired. */
  mark: {
    sha256: string;
    code: string;
    json: Buffer;
    checkpoint_size: string;
    timestamp_size: string | null;
    made_at: Generated<Date>;
    user_id: string | null;
    expires_at: Date | null;
    used_by: string | null;
    used_at: Date | null;
    binding: MarkBinding | null;
    clocks: ColumnType<ClockFacts | null, string | null, string | null>;
    place: ColumnType<MarkPlace | null, string | null, string | null>;
  };

  // 0028_records

  /** SHA-512 of stored files, from the scrub, for the renewal of hashes. */
  object_digest: {
    sha256: string;
    sha512: Buffer;
    read_at: Generated<Date>;
  };
  /** Which entries of the log a day in Shanghai brought, by the checkpoints that were signed on it, and the tree over their evidence. */
  record_day: {
    day: ColumnType<Date, string, string>;
    first_seq: string;
    end_seq: string;
    tree_id: string | null;
  };
  /** Files that were lost when a hash was renewed: the evidence at that place of the log was renewed without them. */
  record_gap: {
    tree_id: string;
    seq: string;
    name: string;
  };
  /** How the authority does that gives tokens for record_tree. */
  record_line: {
    only_one: Generated<boolean>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    last_error: string | null;
    failing_since: Date | null;
  };
  /** What renewed a day's tree, in order. A tree over tokens renews many days at once. */
  record_renewal: {
    day: ColumnType<Date, string, string>;
    ordinal: number;
    tree_id: string;
    /** The day's leaf in a tree over tokens; 0 for a tree over hashes, whose leaves are evidence. */
    position: number;
  };
  /** Every eighth level of a tree, 256 nodes to a tile: 0 holds leaves, 1 nodes over 256 of them. What lies between is computed. */
  record_tile: {
    tree_id: string;
    level: number;
    index: number;
    nodes: Buffer;
    first_seq: string | null;
    offsets: Buffer | null;
  };
  /**
   * Hash trees of RFC 4998 with one RFC 3161 token over the root. A tree covers the evidence of a day, tokens whose certificate ends, or
   * the evidence of a day under another hash.
   */
  record_tree: {
    id: GeneratedAlways<string>;
    kind: 'day' | 'timestamps' | 'hashes';
    algorithm: 'sha256' | 'sha512';
    reason: 'certificate' | 'algorithm' | null;
    leaves: number;
    root: Buffer;
    made_at: Generated<Date>;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    last_error: string | null;
    token: Buffer | null;
    token_sha256: Buffer | null;
    gen_time: Date | null;
    ends_at: Date | null;
    signed_with: 'sha256' | 'sha384' | 'sha512' | null;
    serial: string | null;
    done_at: Date | null;
  };

  // 0029_archives

  /** Keys that sign web archives, each named by an entry of the log. The private key is the secret `archive-key/<sha256>`. */
  archive_key: {
    sha256: string;
    public_key: Buffer;
    log_entry: string;
    listed_at: Generated<Date>;
  };
  /** An RFC 3161 token over the digest of a web archive; its key is the entry of the capture's manifest in the log. */
  archive_timestamp: {
    seq: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    done_at: Date | null;
  };
  /** The web archive of a capture, and what its replay came to. Older captures have none. */
  capture_archive: {
    number: string;
    digest: Buffer;
    key_sha256: string;
    replay: ColumnType<ReplayFacts, string, string>;
  };

  // 0030_witnesses

  /** Checkpoints whose cosignatures meet the office's policy of that hash. */
  cosigned_checkpoint: {
    size: string;
    policy_sha256: Buffer;
  };
  /** What became of a round at each address that was asked. */
  witness_answer: {
    round_id: string;
    url: string;
    outcome: 'cosigned' | 'later' | 'silent' | 'refused' | 'aside' | 'forked';
    size: string | null;
    detail: string | null;
    took_ms: number;
  };
  /**
   * What a witness said that contradicts this log. With a checkpoint under the log's own key it is a fork, which an administrator answers;
   * without one the witness is set aside.
   */
  witness_conflict: {
    id: GeneratedAlways<string>;
    url: string;
    witness: string;
    found_at: Generated<Date>;
    kind: 'inconsistent' | 'ahead';
    asked_size: string;
    newest_size: string;
    told_size: string | null;
    shown_size: string | null;
    shown_root: Buffer | null;
    shown_note: string | null;
    held_from: string | null;
    answered_at: Date | null;
    operator_id: string | null;
    operator: string | null;
    answer: string | null;
  };
  /**
   * Cosignatures, verified before they are stored. Of old checkpoints the lines are deleted, except for one checkpoint a day; who cosigned
   * and when is kept.
   */
  witness_cosignature: {
    checkpoint_size: string;
    key_name: string;
    key_id: string;
    witness: string;
    algorithm: 'ed25519' | 'ml-dsa-44';
    signed_at: Date;
    line: string | null;
    came_at: Generated<Date>;
  };
  /** When the next round of cosignatures is due. The server that moves the time does the round. */
  witness_line: {
    only_one: Generated<boolean>;
    next_at: Generated<Date>;
  };
  /** The office's own policy as the server that started last found it, for /log/policy and packages. */
  witness_policy: {
    only_one: Generated<boolean>;
    text: string;
    sha256: Buffer;
    set_at: Generated<Date>;
  };
  /** Rounds: one checkpoint, the same for all witnesses. Those of the last 90 days. */
  witness_round: {
    id: GeneratedAlways<string>;
    checkpoint_size: string;
    began_at: Generated<Date>;
    ended_at: Date | null;
  };
  /** How each address of the policy does. */
  witness_state: {
    url: string;
    size: string | null;
    asked_at: Generated<Date>;
    cosigned_at: Date | null;
    error: string | null;
    failing_since: Date | null;
    is_aside: Generated<boolean>;
    next_at: Generated<Date>;
  };

  // 0031_sm2

  /** SM2 certificates of the office, each named by an entry of the log; the newest that the log holds and that is valid signs. */
  sm2_certificate: {
    sha256: string;
    pem: string;
    /** As office_certificate.log_entry: the id that the entry had while it waited. */
    log_entry: string;
    listed_at: Generated<Date>;
  };
  /** SM2 signatures over PDFs of the store. A signature that the signer could not make at once is made later. */
  sm2_signature: {
    content_sha256: string;
    certificate_sha256: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    attempts: Generated<number>;
    asked_at: Generated<Date>;
    der: Buffer | null;
    cms: Buffer | null;
    done_at: Date | null;
  };
  /** An RFC 3161 token over a checkpoint from the authority of the second track: SM3 imprint, SM3withSM2. Nothing waits for it. */
  sm2_timestamp: {
    checkpoint_size: string;
    state: Generated<'waiting' | 'done'>;
    next_at: Generated<Date>;
    der: Buffer | null;
    der_sha256: Buffer | null;
    chain_pem: string | null;
    gen_time: Date | null;
    serial: string | null;
    policy: string | null;
    done_at: Date | null;
  };

  // 0032_servers

  /**
   * Servers and workers that run. Each renews its row every ten seconds and deletes it when it ends; the row of a killed one is deleted
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

  // 0033_evidence_uploads

  /** Files of evidence that are being uploaded. A row is deleted some time after its file became evidence, or after no more of it came. */
  evidence_upload: {
    id: GeneratedAlways<string>;
    number: string;
    user_id: string;
    size_bytes: string;
    offset_bytes: Generated<string>;
    sha256: string | null;
    sm3: string | null;
    touched_at: Generated<Date>;
    /** The client whose call makes evidence of the upload. */
    claim_app: string | null;
    /** The unique_id of that call; another one is refused meanwhile. */
    claim_unique: string | null;
    /**
     * How many requests of that call are running. If their server was killed, a repetition of the call continues and other calls are
     * refused.
     */
    claims: Generated<number>;
  };
  /** What has come in so far, each chunk on stable storage under its hash. Gone once the whole is evidence. */
  evidence_upload_piece: {
    upload_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };

  // 0034_backups

  /** Tells one installation from another; a backup bears it, and so does a database that was restored from one. */
  installation_identity: {
    is_only: Generated<boolean>;
    id: Generated<string>;
  };
  /** Test restores of backups, on a copy, and their results. */
  restore_drill: {
    id: GeneratedAlways<string>;
    ended_at: Generated<Date>;
    backup: string;
    backup_made_at: Date;
    succeeded: boolean;
    seconds: number;
    detail: string;
  };

  // 0035_erasures

  /** Stored files that an erasure takes away, and which of them are gone. */
  erased_object: {
    erasure_id: string;
    sha256: string;
    ended_at: Date | null;
    /** Somebody else has put the same file and named it meanwhile: it stays, as theirs. */
    is_kept: Generated<boolean>;
  };
  /** Requests to erase a user's personal data, who decided them, and how far each is carried out. */
  erasure: {
    id: GeneratedAlways<string>;
    user_id: string;
    state: Generated<'requested' | 'refused' | 'approved' | 'stopped' | 'erased' | 'done'>;
    reason: string;
    requested_by: string;
    requested_name: string;
    requested_at: Generated<Date>;
    decided_by: string | null;
    decided_name: Generated<string>;
    decided_at: Date | null;
    /** Why it was refused or stopped; empty otherwise. */
    outcome: Generated<string>;
    erased_at: Date | null;
    done_at: Date | null;
    evidence: Generated<number>;
    /** Rows of the trail from which words were taken. */
    trail_rows: Generated<number>;
    /** When it was begun again, in a database that was restored from before it. */
    repeated_at: Date | null;
  };
  /**
   * Rows of the trail from which words were erased, with the hash of what is left. The erasure's own row of the trail has the hash of all
   * of them, so that no other row can be changed under this name.
   */
  trail_erased: {
    trail_id: string;
    erasure_id: string;
    /** SHA-256 of the row's canonical text as this erasure left it; the newest erasure's counts. */
    rest_sha256: Buffer;
  };

  // 0043_account_identity

  /** The identity at the provider with which an account first signed in; no other one signs in with it until an administrator resets it. */
  account_identity: {
    account_id: string;
    issuer: string;
    subject: string;
    bound_at: Generated<Date>;
  };

  // 0070_piece_openings

  /**
   * When an operator was last answered the detail of evidence that an open application covers. The trail keeps with each decision which
   * pieces its operator had opened.
   */
  piece_opening: {
    operator_id: string;
    evidence_id: string;
    opened_at: Date;
  };

  // 0071_document_deliveries

  /** Deliveries of issued documents. A row stays as it was recorded, but for the outcome of a mail, which follows once. */
  notarial_delivery: {
    id: Generated<string>;
    order_id: string;
    kind: 'pickup' | 'mail' | 'electronic';
    /** When it was fetched or sent electronically; null for a mail. */
    at: Date | null;
    collector: 'applicant' | 'agent' | null;
    /** Who fetched it; empty otherwise, and once erased. */
    name: Generated<string>;
    paper: 'idcard' | 'passport' | 'permit' | 'officer' | 'other' | null;
    /** Number of the identity paper that was shown. */
    paper_number: Generated<string>;
    copies: number | null;
    company: Generated<string>;
    /** The courier's number of a mail. */
    parcel: Generated<string>;
    sent_day: ColumnType<Date | null, string | null, string | null>;
    arrived_day: ColumnType<Date | null, string | null, string | null>;
    returned_day: ColumnType<Date | null, string | null, string | null>;
    /** Where an operator sent it electronically. */
    address: Generated<string>;
    /** Null if the open API answered it, which records itself. */
    recorded_by: string | null;
    /** Realname of the operator, or name of the client that fetched it. */
    recorder: string;
    recorded_at: Date;
  };
}

export type ActorKind = 'operator' | 'client' | 'command' | 'system';
export type ObjectState = 'unchecked' | 'whole' | 'damaged' | 'missing';
export type SessionEnd = 'logout' | 'disabled' | 'password' | 'revoked' | 'provider';
