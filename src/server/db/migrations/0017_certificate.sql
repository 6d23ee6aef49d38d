-- Certificates as they were issued: one for each state that an evidence's anchor has had. The signed PDF lies in the store.

create table certificate (
  evidence_id bigint not null references evidence (id),
  content_sha256 text collate "C" not null check (content_sha256 ~ '^[0-9a-f]{64}$'), -- of all that it says but when it was issued
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null,
  level text not null check (level in ('B-B', 'B-T')), -- PAdES
  issued_at timestamptz not null,
  primary key (evidence_id, content_sha256)
);
create trigger certificate_append_only before update or delete on certificate for each row execute function refuse_change();
