import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { EnabledStatus, LoginResult } from '../../../domain/codes/access.ts';

/** Roles, accounts, sessions and signing in. */
export interface AccessTables {
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
  /** `username` is the account's; a trigger writes it. */
  admin_login: {
    id: GeneratedAlways<string>;
    account_id: string | null;
    name: string;
    login_time: Date;
    ip: string;
    result: LoginResult;
    username: Generated<string>;
    account: GeneratedAlways<string>;
  };
}

export type SessionEnd = 'logout' | 'disabled' | 'password' | 'revoked';
