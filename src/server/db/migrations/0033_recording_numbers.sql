-- Recordings are found by any piece of their evidence number, as captures of web pages are (0010).

drop index recording_terms;
create index recording_terms on recording using gin ((search_terms(type, username, mobile, name, number)) collate "C") with (fastupdate = off);

delete from list_declared where list = 'recording';
select declare_list('recording', 'recording', 'begin_at', array['type', 'type+status'], 'type', array['username', 'mobile', 'name', 'number']);
