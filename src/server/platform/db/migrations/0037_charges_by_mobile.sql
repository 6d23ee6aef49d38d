-- outside a transaction
create index concurrently if not exists charge_order_mobile on charge_order (mobile, created_at desc, id desc);
