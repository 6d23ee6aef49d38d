-- An account's holder is told what changes how the account signs in, in every session.
alter table message
  drop constraint message_kind_check,
  add constraint message_kind_check
  check (kind in ('mention', 'overdue', 'returned', 'damaged', 'custody', 'reassigned', 'webhook', 'credential', 'security')) not valid;
