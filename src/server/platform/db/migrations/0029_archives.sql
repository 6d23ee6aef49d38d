-- Signed web archives of captures (docs/decisions/0046-signed-web-archives.md): the keys that sign them, what the replay of each came to,
-- and the tokens over their digests.

create table archive_key (
  sha256 text collate "C" primary key check (octet_length(sha256) = 64 and sha256 !~ '[^0-9a-f]'), -- of the SubjectPublicKeyInfo
  public_key bytea not null, -- SubjectPublicKeyInfo, DER
  log_entry bigint not null unique,
  listed_at timestamptz not null default clock_timestamp()
);
comment on table archive_key is
  'Keys that sign web archives, each named by an entry of the log. The private key is the secret `archive-key/<sha256>`.';
create trigger archive_key_append_only before update or delete on archive_key for each row execute function refuse_change();
create trigger archive_key_no_truncate before truncate on archive_key for each statement execute function refuse_change();

create table capture_archive (
  number text collate "C" primary key references evidence (number),
  digest bytea not null check (length(digest) <= 16384), -- datapackage-digest.json of capture.wacz: what the token is over
  key_sha256 text collate "C" not null references archive_key (sha256),
  replay jsonb not null -- as the capture log tells it
);
comment on table capture_archive is 'The web archive of a capture, and what its replay came to. Older captures have none.';
create trigger capture_archive_append_only before update or delete on capture_archive for each row execute function refuse_change();
create trigger capture_archive_no_truncate before truncate on capture_archive for each statement execute function refuse_change();

create table archive_timestamp (
  seq bigint primary key references log_entry (seq),
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  next_at timestamptz not null default now(), -- the end of a lease
  der bytea, -- the whole TimeStampResp
  der_sha256 bytea, -- a token's frame is covered by no signature (decision 0007)
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
comment on table archive_timestamp is
  'An RFC 3161 token over the digest of a web archive; its key is the entry of the capture''s manifest in the log.';
create index archive_timestamp_waiting on archive_timestamp (seq) where state = 'waiting';
create trigger archive_timestamp_append_only before update or delete on archive_timestamp
  for each row execute function refuse_change_when_stamped();
create trigger archive_timestamp_no_truncate before truncate on archive_timestamp for each statement execute function refuse_change();

alter table stamp_line drop constraint stamp_line_name_check;
alter table stamp_line add constraint stamp_line_name_check check (name in ('checkpoints', 'evidence', 'archives'));
