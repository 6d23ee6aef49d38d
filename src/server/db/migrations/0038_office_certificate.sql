-- Certificates that the office signs with, each named by an entry of the log (decision 0017): whoever trusts the log's key learns whose signature counts.

create table office_certificate (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'), -- of the certificate's DER: what openssl calls its fingerprint
  pem text not null, -- office.pem: the certificate first, then its chain
  log_entry bigint not null unique,
  listed_at timestamptz not null default clock_timestamp()
);
create trigger office_certificate_append_only before update or delete on office_certificate for each row execute function refuse_change();
create trigger office_certificate_no_truncate before truncate on office_certificate for each statement execute function refuse_change();
