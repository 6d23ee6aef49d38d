-- The trail and the login logs as lists, and what the workbench counts.

-- Counters know a row by its values alone: an actor's name must not be taken for an action, nor for two values. An object with a number of 32 or 64
-- hexadecimal digits is looked up by the whole of it; its pieces would cost each evidence a hundred entries of an index. The chain does not cover these columns: they follow from those it does.
alter table trail
  add column actor_key text collate "C" not null generated always as ('@' || replace(actor_name, '/', '／')) stored,
  add column subject text not null generated always as (case when object ~ '[0-9A-Fa-f]{32}' then '' else object end) stored,
  add column number text collate "C" not null generated always as (coalesce(upper(substring(object from '[0-9A-Fa-f]{32,64}') collate "C"), '')) stored;
create index trail_list on trail (at desc, id desc);
create index trail_list_actor on trail (actor_key, at desc, id desc);
create index trail_list_action on trail (action, at desc, id desc);
create index trail_list_both on trail (actor_key, action, at desc, id desc);
create index trail_terms on trail using gin ((search_terms('', actor_name, action, subject)) collate "C") with (fastupdate = off);
create index trail_number on trail (number) where number <> '';
select declare_list('trail', 'trail', 'at', array['', 'actor_key', 'action', 'actor_key+action'], '', array['actor_name', 'action', 'subject']);

create index admin_login_result on admin_login (result, login_time desc, id desc);
select declare_list('admin_logins', 'admin_login', 'login_time', array['', 'result']);
select declare_list('user_logins', 'user_login', 'login_time', array['']);

-- Supplementary reviews that wait are counted as the first ones are.
select declare_list('repairs', 'users', 'registered_at', array['type+repair']);

-- The longest waiting submission of a type is the first of an index; a user's type never changes.
alter table user_submission add column user_type text check (user_type in ('personal', 'enterprise'));
update user_submission s set user_type = u.type from users u where u.id = s.user_id;
alter table user_submission alter column user_type set not null;
create function name_submission_type() returns trigger language plpgsql as $$
begin
  new.user_type := (select type from users where id = new.user_id);
  return new;
end $$;
create trigger user_submission_type before insert on user_submission for each row execute function name_submission_type();
create index user_submission_waiting on user_submission (user_type, kind, submitted_at, id) where decision is null;
