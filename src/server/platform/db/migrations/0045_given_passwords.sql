-- A password that another operator has set, until its holder changes it (docs/decisions/0073-two-people.md).
alter table account add column password_is_given boolean not null default false;
comment on column account.password_is_given is
  'Another operator has set the password; until its holder changes it they decide nothing that needs two people.';
