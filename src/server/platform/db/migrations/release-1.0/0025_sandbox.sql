-- What a database is for is fixed when it is made: a sandbox for integrators, or what counts. One that was used before was no sandbox.

create table installation (
  only_one boolean primary key default true check (only_one),
  is_sandbox boolean not null,
  created_at timestamptz not null default now()
);
comment on table installation is 'Whether this is a sandbox (SANDBOX): written at the first start, and never changed.';
create trigger installation_append_only before update or delete on installation for each row execute function refuse_change();
create trigger installation_no_truncate before truncate on installation for each statement execute function refuse_change();
insert into installation (is_sandbox)
  select false where exists (select from log_identity) or exists (select from account) or exists (select from trail);

create table sandbox_turn (
  only_one boolean primary key default true check (only_one),
  account_id bigint not null references account (id),
  until timestamptz
);
comment on table sandbox_turn is 'Which server decides what is due in a sandbox. Nowhere else has it a row.';
comment on column sandbox_turn.account_id is 'In whose name decisions stand: a disabled account of its own.';
comment on column sandbox_turn.until is 'The end of a lease; null while nobody has it.';
