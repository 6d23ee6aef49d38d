import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { EnabledStatus } from '../../../domain/codes/access.ts';
import type { FeedbackType } from '../../../domain/codes/feedback.ts';
import type { CheckResult, RepairType, ReviewChoice, UserStatus, UserType } from '../../../domain/codes/users.ts';
import type { Pictures } from './pictures.ts';

/** Users of the service: real-name verification, credentials, logins, feedback. */
export interface UsersTables {
  users: {
    id: Generated<string>;
    type: UserType;
    name: string;
    mobile: string;
    status: ColumnType<UserStatus, UserStatus | undefined, UserStatus>;
    repair: ColumnType<RepairType, RepairType | undefined, RepairType>;
    /** Whether a supplementary submission waits. */
    awaits: GeneratedAlways<'supplementary' | 'nothing'>;
    tax_number: Generated<string>;
    /** In upper case. */
    tax_code: GeneratedAlways<string>;
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
  /** `mobile` is the user's; a trigger writes it. */
  user_login: {
    id: GeneratedAlways<string>;
    user_id: string;
    login_time: Date;
    ip: string;
    mobile: Generated<string>;
    account: GeneratedAlways<string>;
  };
  feedback: {
    id: Generated<string>;
    user_id: string;
    user_type: UserType;
    kind: FeedbackType;
    content: string;
    version: string;
    model: string;
    system: string;
    at: Generated<Date>;
  };
}
