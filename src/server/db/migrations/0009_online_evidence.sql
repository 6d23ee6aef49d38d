-- Evidence of online collection (web captures, recordings) stands in the same table, with several originals; its lists are of their own.

alter table evidence drop constraint evidence_kind_check;
alter table evidence add constraint evidence_kind_check check (kind in ('file', 'photo', 'audio', 'video', 'screen', 'web', 'process', 'move'));

-- Which list of evidence shows it: that of its owner's type, or none of the two. The counters of those lists count by it.
alter table evidence add column shown_in text not null
  generated always as (case when kind in ('web', 'process', 'move') then 'online' else type end) stored;

drop index evidence_list;
drop index evidence_list_status;
create index evidence_list on evidence (shown_in, saved_at desc, id desc);
create index evidence_list_status on evidence (shown_in, file_status, saved_at desc, id desc);
drop trigger count_evidence_insert on evidence;
drop trigger count_evidence_update on evidence;
drop trigger count_evidence_delete on evidence;
drop trigger count_evidence_truncate on evidence;
drop function count_evidence_insert();
drop function count_evidence_update();
drop function count_evidence_delete();
delete from list_declared where list = 'evidence';
select declare_list('evidence', 'evidence', 'saved_at', array['shown_in', 'shown_in+file_status']);
