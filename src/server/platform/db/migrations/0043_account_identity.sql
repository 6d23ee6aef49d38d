-- The identity at the provider that an account is bound to (docs/decisions/0075-bound-identities.md).
create table account_identity (
  account_id bigint primary key references account (id),
  issuer text not null,
  subject text not null,
  bound_at timestamptz not null default clock_timestamp(),
  unique (issuer, subject)
);
comment on table account_identity is
  'The identity at the provider with which an account first signed in; no other one signs in with it until an administrator resets it.';
