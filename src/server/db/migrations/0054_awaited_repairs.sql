-- 待补充审核 is a value of the users' status filter. It stands beside the status of a user, so it is a facet of its own; each kind of value has words of its own,
-- because the counters know a row by its values alone.
alter table users add column awaits text not null generated always as (case repair when 'pending' then 'supplementary' else 'nothing' end) stored;
drop index users_repair;
create index users_list_awaits on users (type, awaits, registered_at desc, id desc);

delete from list_declared where list in ('users', 'users:checked_at');
select declare_list('users', 'users', 'registered_at', array['type', 'type+status', 'type+awaits'], 'type', array['name', 'mobile']);
select declare_list('users:checked_at', 'users', 'checked_at', array['type', 'type+status', 'type+awaits']);

-- What 0021 counted apart is counted there now.
drop trigger count_repairs_insert on users;
drop trigger count_repairs_update on users;
drop trigger count_repairs_delete on users;
drop trigger count_repairs_truncate on users;
drop function count_repairs_insert(), count_repairs_update(), count_repairs_delete();
delete from list_declared where list = 'repairs';
delete from list_count_delta where list = 'repairs';
delete from list_count where list = 'repairs';
