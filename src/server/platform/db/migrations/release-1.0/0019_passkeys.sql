-- Passkeys as a second factor, sign-ins at an identity provider, and the way of each attempt in the login log.

create table account_passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  name text not null, -- given by the operator, so that a lost one is known again
  credential_id bytea not null unique,
  public_key bytea not null, -- COSE, as the authenticator gave it
  sign_count bigint not null, -- of the last signature; one that is not higher comes of a copy, unless both are 0
  transports text[] not null default '{}', -- how the browser reaches it: usb, internal, hybrid …
  rp_id text not null, -- the host that it was made for
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  blocked_at timestamptz -- a signature of a copy came: whose is which cannot be told, so neither counts any more
);
comment on table account_passkey is 'Passkeys of accounts (WebAuthn).';
create index account_passkey_account on account_passkey (account_id);

create table passkey_challenge (
  challenge_hash bytea primary key, -- SHA-256 of the challenge; each serves once
  account_id bigint not null references account (id),
  purpose text not null check (purpose in ('enrol', 'signIn')),
  password_hash text not null, -- of the account then: another password since ends the sign-in
  created_at timestamptz not null default clock_timestamp()
);
comment on table passkey_challenge is
  'What a browser has been asked to sign: of a passkey that is made, or of a sign-in after its password.';
create index passkey_challenge_created on passkey_challenge (created_at);

create table oidc_request (
  state_hash bytea primary key, -- SHA-256 of the state; the answer to it is taken once
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table oidc_request is 'Sign-ins that are under way at the identity provider.';
create index oidc_request_created on oidc_request (created_at);

create table session_identity (
  token_hash bytea primary key references session (token_hash) on delete cascade,
  issuer text not null,
  subject text not null,
  tokens bytea not null, -- access and refresh token, sealed: nonce, AES-256-GCM ciphertext and tag
  expires_at timestamptz, -- of the access token; null where the provider does not say
  checked_at timestamptz not null -- when the provider last stood by it
);
comment on table session_identity is
  'Sessions that began at the identity provider, and what it is asked with whether it still stands by them.';

alter table session drop constraint session_ended_reason_check;
alter table session add constraint session_ended_reason_check
  check (ended_reason in ('logout', 'disabled', 'password', 'revoked', 'provider'));

alter table admin_login add column way text not null default 'password'
  check (way in ('password', 'totp', 'passkey', 'provider'));
comment on column admin_login.way is 'How the attempt was made; of one that failed, as far as it came.';
