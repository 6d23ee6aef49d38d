-- Cases of work queues that an operator has in hand. Applications keep theirs in their own row.

create table work_claim (
  subject text not null check (subject in ('user', 'invoice')),
  subject_id bigint not null,
  account_id bigint not null references account (id),
  since timestamptz not null,
  until timestamptz not null,
  primary key (subject, subject_id),
  check (since <= until)
);
comment on table work_claim is 'Users and invoices that an operator has in hand to decide on; others wait until the lease ends.';
