-- outside a transaction
create index concurrently if not exists notarization_order_mobile on notarization_order (mobile, created_at desc, id desc);
