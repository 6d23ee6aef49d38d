-- Files of evidence that come in chunks, so that one of gigabytes goes on after a break (docs/decisions/0052-evidence-in-chunks.md).

create table evidence_upload (
  id bigint generated always as identity primary key,
  number text collate "C" not null unique check (number ~ '^[0-9A-F]{32}$'), -- names it, and its staging area
  user_id bigint not null references users (id), -- whose evidence it is to be
  size_bytes bigint not null check (size_bytes > 0), -- of the whole, said beforehand
  offset_bytes bigint not null default 0 check (offset_bytes between 0 and size_bytes),
  sha256 text collate "C" check (sha256 ~ '^[0-9a-f]{64}$'), -- once it is evidence
  sm3 text collate "C" check (sm3 ~ '^[0-9a-f]{64}$'),
  touched_at timestamptz not null default clock_timestamp(), -- when something of it came in last
  check ((sha256 is null) = (sm3 is null)),
  check (sha256 is null or offset_bytes = size_bytes)
);
comment on table evidence_upload is
  'Files of evidence on their way; forgotten some time after they became evidence, or after nothing more came.';
create index evidence_upload_open on evidence_upload (user_id) where sha256 is null;
create index evidence_upload_touched on evidence_upload (touched_at);

create table evidence_upload_piece (
  upload_id bigint not null references evidence_upload (id) on delete cascade,
  start_byte bigint not null check (start_byte >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (upload_id, start_byte)
);
comment on table evidence_upload_piece is
  'What has come in so far, each chunk on stable storage under its hash. Gone once the whole is evidence.';
