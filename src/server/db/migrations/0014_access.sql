-- Sessions that can be told apart and ended one by one, and one-time passwords of accounts (RFC 6238).

alter table session add column id bigint generated always as identity; -- names a session to people; the hash names it to the server
create unique index session_id on session (id);
alter table session add column user_agent text not null default '';
alter table session drop constraint session_ended_reason_check;
alter table session add constraint session_ended_reason_check check (ended_reason in ('logout', 'disabled', 'password', 'revoked'));

alter table role add column requires_totp boolean not null default false;

create table account_totp (
  account_id bigint primary key references account (id),
  secret bytea not null, -- sealed: nonce, AES-256-GCM ciphertext and tag
  confirmed_at timestamptz, -- null until a first code was right; only then it is asked for
  last_step bigint not null default 0 -- the 30-second step of the last code that was taken: a code serves once
);
