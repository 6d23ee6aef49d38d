// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Pictures } from '../json.ts';

export interface UsersTables {
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
  /** Who may call the intake: the office's own clients, and enterprises by their approval. */
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
    /** The key that was replaced last. It signs beside the present one until `previous_until`. */
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
}
