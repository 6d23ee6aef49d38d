-- Keywords find by every number that a row shows: applications also by order number and name, both lists of orders also by the gateway's number, sign-ins by
-- account and address, enterprises by the whole of their tax number.

-- Both numbers of an order in one text, a break between them that nobody types: its pieces of three characters are those of numbered_terms (0042).
alter table notarization_order add column numbers text not null generated always as (case when trade_no is null then order_no else order_no || e'\n' || trade_no end) stored;
alter table charge_order add column trade_no text;
update charge_order c set trade_no = r.trade_no from recharge_order r where c.recharge_id = r.id and r.trade_no is not null;
alter table charge_order add column numbers text not null generated always as (case when trade_no is null then order_no else order_no || e'\n' || trade_no end) stored;

create or replace function charge_of_recharges() returns trigger language plpgsql as $$
begin
  insert into charge_order (recharge_id, order_no, user_id, type, name, mobile, points, order_type, business, pay_status, pay_type, trade_no, created_at)
  select r.id, r.order_no, r.user_id, r.type, r.name, r.mobile, r.points, 'recharge', 'recharge', r.pay_status, r.pay_type, r.trade_no, r.created_at
  from new_rows r order by r.created_at, r.id;
  return null;
end $$;
create or replace function charge_of_payments() returns trigger language plpgsql as $$
begin
  update charge_order c set pay_status = r.pay_status, pay_type = r.pay_type, trade_no = r.trade_no
  from new_rows r where c.recharge_id = r.id and (c.pay_status, c.pay_type, c.trade_no) is distinct from (r.pay_status, r.pay_type, r.trade_no);
  return null;
end $$;

-- Applications and orders are the same rows under the same keywords: one index serves both.
drop index order_terms, charge_terms, application_terms;
create index order_terms on notarization_order using gin ((numbered_terms('', numbers, name, mobile)) collate "C") with (fastupdate = off);
-- As in 0035.
create index charge_terms on charge_order using gin ((numbered_terms('', numbers, name, mobile)) collate "C") with (fastupdate = on, gin_pending_list_limit = 256);

delete from list_declared where list in ('orders', 'charges', 'applications', 'urgent');
select declare_list('orders', 'notarization_order', 'created_at', array['', 'pay_status'], '', array['numbers', 'name', 'mobile'], 'numbered_terms', array['amount_fen']);
select declare_list('charges', 'charge_order', 'created_at', array['', 'pay_status', 'type', 'type+pay_status', 'order_type'], '', array['numbers', 'name', 'mobile'], 'numbered_terms', array['recharged', 'consumed']);
select declare_list('applications', 'notarization_order', 'created_at',
  array['', 'accepted_by', 'pay_status', 'shown_status', 'accepted_by+pay_status', 'accepted_by+shown_status', 'pay_status+shown_status', 'accepted_by+pay_status+shown_status'],
  '', array['numbers', 'name', 'mobile'], 'numbered_terms');
select declare_list('urgent', 'notarization_order', 'urgency', array['', 'accepted_by', 'shown_status', 'accepted_by+shown_status'], '', array['numbers', 'name', 'mobile'], 'numbered_terms');

-- What one signed in as: of an account its username then, of an attempt under an unknown one what was typed; at the front end the mobile, which never changes.
-- The number of the account, as a text, is found by the whole of it.
alter table admin_login
  add column username text not null default '',
  add column account text not null generated always as (coalesce(account_id::text, '')) stored;
alter table user_login
  add column mobile text not null default '',
  add column account text not null generated always as (user_id::text) stored;
alter table admin_login disable trigger admin_login_append_only;
update admin_login l set username = coalesce((select a.username from account a where a.id = l.account_id), l.name);
alter table admin_login enable trigger admin_login_append_only;
alter table user_login disable trigger user_login_append_only;
update user_login l set mobile = u.mobile from users u where u.id = l.user_id;
alter table user_login enable trigger user_login_append_only;

create function name_admin_login() returns trigger language plpgsql as $$
begin
  new.username := coalesce((select username from account where id = new.account_id), new.name);
  return new;
end $$;
create trigger admin_login_named before insert on admin_login for each row execute function name_admin_login();
create function name_user_login() returns trigger language plpgsql as $$
begin
  new.mobile := (select mobile from users where id = new.user_id);
  return new;
end $$;
create trigger user_login_named before insert on user_login for each row execute function name_user_login();

create index admin_login_terms on admin_login using gin ((search_terms('', username, name, ip)) collate "C") with (fastupdate = off);
create index admin_login_account on admin_login (account) where account <> '';
create index user_login_terms on user_login using gin ((search_terms('', mobile, ip)) collate "C") with (fastupdate = off);
create index user_login_account on user_login (account) where account <> '';
delete from list_declared where list in ('admin_logins', 'user_logins');
select declare_list('admin_logins', 'admin_login', 'login_time', array['', 'result'], '', array['username', 'name', 'ip']);
select declare_list('user_logins', 'user_login', 'login_time', array[''], '', array['mobile', 'ip']);

-- A tax number is found by the whole of it, as the number of a card is, in either case of its letters.
alter table users add column tax_code text collate "C" not null generated always as (upper(tax_number collate "C")) stored;
create index users_tax_code on users (tax_code) where tax_code <> '';
