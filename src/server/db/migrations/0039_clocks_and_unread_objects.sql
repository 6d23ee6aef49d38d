-- One object that cannot be read although the store is well counts as damaged after some looks; a look that came to a result begins anew.
alter table stored_object add unread_looks integer not null default 0 check (unread_looks >= 0);
