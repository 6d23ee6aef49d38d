// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface PasskeysTables {
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
  /** Sessions that began at the identity provider, and what it is asked with whether it still stands by them. */
  session_identity: {
    token_hash: Buffer;
    issuer: string;
    subject: string;
    tokens: Buffer;
    expires_at: Date | null;
    checked_at: Date;
  };
}
