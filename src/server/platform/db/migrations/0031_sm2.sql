-- The second cryptographic track in SM2 and SM3 (docs/decisions/0049-second-track.md). No private key is here: the signer holds it.

create table sm2_certificate (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'), -- of the certificate's DER
  pem text not null, -- office-sm2.pem: the certificate first, then its chain
  log_entry bigint not null unique,
  listed_at timestamptz not null default clock_timestamp()
);
comment on table sm2_certificate is
  'SM2 certificates of the office, each named by an entry of the log; the newest that the log holds and that is valid signs.';
comment on column sm2_certificate.log_entry is 'As office_certificate.log_entry: the id that the entry had while it waited.';
create trigger sm2_certificate_append_only before update or delete on sm2_certificate for each row execute function refuse_change();
create trigger sm2_certificate_no_truncate before truncate on sm2_certificate for each statement execute function refuse_change();

create table sm2_signature (
  content_sha256 text collate "C" not null check (content_sha256 ~ '^[0-9a-f]{64}$'), -- what the store has the content under
  certificate_sha256 text collate "C" not null references sm2_certificate (sha256),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- the end of a lease, or when the signer is asked again
  attempts integer not null default 0, -- failures so far
  asked_at timestamptz not null default clock_timestamp(),
  der bytea, -- <file>.sm2
  cms bytea, -- <file>.sm2.p7s
  done_at timestamptz,
  primary key (content_sha256, certificate_sha256),
  check ((state = 'done') = (der is not null and cms is not null and done_at is not null))
);
comment on table sm2_signature is
  'SM2 signatures over PDFs of the store. One that the signer did not make at once waits, and is made late.';
create index sm2_signature_waiting on sm2_signature (next_at) where state = 'waiting';
create trigger sm2_signature_append_only before update or delete on sm2_signature
  for each row when (old.state = 'done') execute function refuse_change();
create trigger sm2_signature_no_truncate before truncate on sm2_signature for each statement execute function refuse_change();

create table sm2_timestamp (
  checkpoint_size bigint primary key references log_checkpoint (size),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- the end of a lease
  der bytea, -- the whole TimeStampResp
  der_sha256 bytea, -- a token's frame is covered by no signature
  chain_pem text,
  gen_time timestamptz,
  serial text,
  policy text,
  done_at timestamptz,
  check (
    (state = 'done') =
    (der is not null and der_sha256 is not null and chain_pem is not null and gen_time is not null and done_at is not null)
  )
);
comment on table sm2_timestamp is
  'An RFC 3161 token over a checkpoint from the authority of the second track: SM3 imprint, SM3withSM2. Nothing waits for it.';
create index sm2_timestamp_waiting on sm2_timestamp (checkpoint_size) where state = 'waiting';
create trigger sm2_timestamp_append_only before update or delete on sm2_timestamp for each row execute function refuse_change_when_done();
create trigger sm2_timestamp_no_truncate before truncate on sm2_timestamp for each statement execute function refuse_change();

alter table stamp_line drop constraint stamp_line_name_check;
alter table stamp_line add constraint stamp_line_name_check check (name in ('checkpoints', 'evidence', 'archives', 'sm2-checkpoints'));
