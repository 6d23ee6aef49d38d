-- Android packages come in pieces, and only those that a version names go into the store: until then each lies in a stage of its own.

-- What was uploaded before has no stage; whoever is filling in the form chooses his file again.
delete from app_upload;
alter table app_upload
  add column stage text collate "C" not null unique check (stage ~ '^[0-9A-F]{32}$'),
  add column offset_bytes bigint not null default 0 check (offset_bytes between 0 and size_bytes),
  alter column size_bytes drop not null, -- null while a single body comes in, which does not say it
  alter column sha256 drop not null, -- these four are known once the package has come in whole and was found to be one
  alter column package_name drop not null,
  alter column version_name drop not null,
  alter column version_code drop not null,
  add check (num_nulls(sha256, package_name, version_name, version_code) in (0, 4)),
  add check (used_at is null or sha256 is not null);
create index app_upload_resume on app_upload (account_id, file_name, size_bytes) where used_at is null;

-- What counts of an upload, in the order of its bytes; the pieces lie in its stage under their hashes.
create table app_upload_piece (
  upload_id bigint not null references app_upload (id) on delete cascade,
  start_byte bigint not null check (start_byte >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (upload_id, start_byte)
);
