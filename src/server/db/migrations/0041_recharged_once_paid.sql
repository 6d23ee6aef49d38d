-- Points that nobody has paid for have not come: the sum above the list of charges counts a recharge once it is paid.
alter table charge_order drop column recharged;
alter table charge_order add column recharged bigint not null generated always as (case when order_type = 'recharge' and pay_status = 'paid' then points else 0 end) stored;
select recount_list('charges');
