-- Operators change labels, of recordings too, and both lists are filtered by them. The counters know a row by its values alone, so a label
-- has a sign before it there: no label is then the word of a state.

alter table capture add column label_key text not null generated always as ('=' || label) stored;
comment on column capture.label_key is 'The label as the list is filtered and counted by it: never a word of `shown_status`.';
drop index capture_list_label;
drop index capture_list_status_label;
create index capture_list_label on capture (kind, label_key, created_at desc, id desc);
create index capture_list_status_label on capture (kind, shown_status, label_key, created_at desc, id desc);
update list_declared set facets = array['kind', 'kind+shown_status', 'kind+label_key', 'kind+shown_status+label_key']
  where list = 'capture';
select write_list_triggers('capture');
select recount_list('capture');

alter table recording add column label_key text not null generated always as ('=' || label) stored;
comment on column recording.label_key is 'The label as the list is filtered and counted by it: never a word of `status`.';
create index recording_list_label on recording (type, label_key, begin_at desc, id desc);
create index recording_list_status_label on recording (type, status, label_key, begin_at desc, id desc);
update list_declared set facets = array['type', 'type+status', 'type+label_key', 'type+status+label_key']
  where list = 'recording';
select write_list_triggers('recording');
select recount_list('recording');

-- Who gave an application away, and who got it, are told.
alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('mention', 'overdue', 'returned', 'damaged', 'custody', 'reassigned'));
