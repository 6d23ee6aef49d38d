// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';
import type { LoginResult } from '../../../domain/codes/access.ts';

export interface AccessTables {
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
    /** What one signed in as: of an account its username then, of an attempt under an unknown one what was typed. A trigger writes it. */
    username: GeneratedAlways<string>;
    account: GeneratedAlways<string>;
    /** How the attempt was made; of one that failed, as far as it came. */
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
    /**
     * Where the log of the database stood when the session had last written, where a replica is read: its own lists have all up to there.
     */
    written_to: string | null;
  };
}

export type SessionEnd = 'logout' | 'disabled' | 'password' | 'revoked' | 'provider';
