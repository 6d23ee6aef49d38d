-- What the balance list and the gift list show is kept when points are booked, never added up when it is read.

-- What a user was ever given, by the kind of gift; of house accounts always 0.
alter table points_account
  add column given_contract bigint not null default 0 check (given_contract >= 0),
  add column given_recharge bigint not null default 0 check (given_recharge >= 0),
  add column given_test bigint not null default 0 check (given_test >= 0),
  add column given_other bigint not null default 0 check (given_other >= 0);

-- An account that many book on at once leaves its old versions behind faster than they die: room on its page lets them be pruned there,
-- where otherwise every reader walks past them.
alter table points_account set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- One row a gift, with what the list filters by. Written by the booking itself, so that no gift can be missing from the list.
create table points_gift (
  id bigint primary key references points_transfer (id),
  at timestamptz not null,
  user_id bigint not null references users (id),
  user_type text not null check (user_type in ('personal', 'enterprise')),
  mobile text not null,
  kind text not null check (kind in ('giftContract', 'giftRecharge', 'giftTest', 'giftOther')),
  points bigint not null check (points > 0),
  note text not null,
  giver text not null
);
create index points_gift_list on points_gift (at desc, id desc);
create index points_gift_list_type on points_gift (user_type, at desc, id desc);
create index points_gift_list_kind on points_gift (kind, at desc, id desc);
create index points_gift_list_both on points_gift (user_type, kind, at desc, id desc);
create index points_gift_terms on points_gift using gin ((search_terms('', mobile)) collate "C") with (fastupdate = off);
create index points_gift_user on points_gift (user_id);

-- The gift's row comes first: the update takes the account's lock, which other bookings of the same user wait for.
create or replace function book_points() returns trigger language plpgsql as $$
declare
  source text;
begin
  select kind into source from points_account where id = new.from_account;
  if source in ('giftContract', 'giftRecharge', 'giftTest', 'giftOther') then
    insert into points_gift (id, at, user_id, user_type, mobile, kind, points, note, giver)
    select new.id, new.at, u.id, u.type, u.mobile, source, new.points, new.note, new.giver
    from points_account a join users u on u.id = a.user_id where a.id = new.to_account;
  end if;
  update points_account a set
    balance = a.balance + case when a.id = new.to_account then new.points else -new.points end,
    given_contract = a.given_contract + case when source = 'giftContract' then new.points else 0 end,
    given_recharge = a.given_recharge + case when source = 'giftRecharge' then new.points else 0 end,
    given_test = a.given_test + case when source = 'giftTest' then new.points else 0 end,
    given_other = a.given_other + case when source = 'giftOther' then new.points else 0 end
  where a.id in (new.from_account, new.to_account) and a.user_id is not null;
  return null;
end $$;

-- What was booked before this migration.
insert into points_gift (id, at, user_id, user_type, mobile, kind, points, note, giver)
select t.id, t.at, u.id, u.type, u.mobile, h.kind, t.points, t.note, t.giver
from points_transfer t
join points_account h on h.id = t.from_account and h.kind in ('giftContract', 'giftRecharge', 'giftTest', 'giftOther')
join points_account a on a.id = t.to_account join users u on u.id = a.user_id;
update points_account a set given_contract = g.contract, given_recharge = g.recharge, given_test = g.test, given_other = g.other
from (
  select user_id,
    coalesce(sum(points) filter (where kind = 'giftContract'), 0) as contract, coalesce(sum(points) filter (where kind = 'giftRecharge'), 0) as recharge,
    coalesce(sum(points) filter (where kind = 'giftTest'), 0) as test, coalesce(sum(points) filter (where kind = 'giftOther'), 0) as other
  from points_gift group by user_id) g
where g.user_id = a.user_id;

create trigger points_gift_append_only before update or delete on points_gift for each row execute function refuse_change();
create trigger points_gift_no_truncate before truncate on points_gift for each statement execute function refuse_change();
select declare_list('gifts', 'points_gift', 'at', array['', 'user_type', 'kind', 'user_type+kind'], '', array['mobile']);

-- An operator's request to give: the same one is carried out once.
create table points_gift_request (
  account_id bigint not null references account (id),
  request_id text not null,
  fingerprint bytea not null, -- SHA-256 of what was asked for
  at timestamptz not null default clock_timestamp(),
  primary key (account_id, request_id)
);
create trigger points_gift_request_append_only before update or delete on points_gift_request for each row execute function refuse_change();

-- The balance list holds users of both types at once, which the users' own lists never do; those of one type it counts with them.
create index users_all on users (registered_at desc, id desc);
create index users_all_terms on users using gin ((search_terms('', name, mobile)) collate "C") with (fastupdate = off);
select declare_list('balances', 'users', 'registered_at', array[''], '', array['name', 'mobile']);

-- A user's own bookings are listed by their time.
drop index points_transfer_to, points_transfer_from;
create index points_transfer_to on points_transfer (to_account, at desc, id desc);
create index points_transfer_from on points_transfer (from_account, at desc, id desc);
