-- A gift that is taken back: a booking of its own, from the user to the house account that the gift came from.

create table points_gift_reversal (
  id bigint primary key references points_transfer (id),
  gift_id bigint not null unique references points_gift (id),
  at timestamptz not null,
  note text not null,
  taker text not null -- realname of the operator who took it back, at the moment of the act
);
comment on table points_gift_reversal is 'One row a gift that was taken back. Written by the booking itself.';
create trigger points_gift_reversal_append_only before update or delete on points_gift_reversal
  for each row execute function refuse_change();
create trigger points_gift_reversal_no_truncate before truncate on points_gift_reversal
  for each statement execute function refuse_change();

create or replace function book_reversal() returns trigger language plpgsql as $$
declare
  source text;
begin
  insert into points_gift_reversal (id, gift_id, at, note, taker)
  select new.id, g.id, new.at, new.note, new.giver
  from points_gift g
    join points_account payer on payer.id = new.from_account and payer.user_id = g.user_id
    join points_account house on house.id = new.to_account and house.kind = g.kind
  where 'gift/' || g.id = new.reference and g.id = split_part(new.reference, '/', 2)::bigint and g.points = new.points
  returning (select kind from points_account where id = new.to_account) into source;
  if source is null then
    raise exception 'a reversal is of a whole gift of the same user and kind';
  end if;
  update points_account a set
    given_contract = a.given_contract - case when source = 'giftContract' then new.points else 0 end,
    given_recharge = a.given_recharge - case when source = 'giftRecharge' then new.points else 0 end,
    given_test = a.given_test - case when source = 'giftTest' then new.points else 0 end,
    given_other = a.given_other - case when source = 'giftOther' then new.points else 0 end
  where a.id = new.from_account;
  return null;
end $$;
comment on function book_reversal is
  'Notes which gift a booking takes back, and lessens what was given by it. The balance is kept by book_points, as for every booking.';
-- Other bookings cost nothing: their references begin otherwise.
create trigger points_transfer_reversal after insert on points_transfer for each row
  when (starts_with(new.reference, 'gift/')) execute function book_reversal();
