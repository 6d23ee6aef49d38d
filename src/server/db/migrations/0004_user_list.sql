-- The users' lists: by registration (with keywords), and by verification.
select declare_list('users', 'users', 'registered_at', array['type', 'type+status'], 'type', array['name', 'mobile']);
select declare_list('users:checked_at', 'users', 'checked_at', array['type', 'type+status']);

-- In plain C order, for bytes compare faster than letters. Without fastupdate: a search would read the whole pending list before the index itself.
create index users_terms on users using gin ((search_terms(type, name, mobile)) collate "C") with (fastupdate = off);
