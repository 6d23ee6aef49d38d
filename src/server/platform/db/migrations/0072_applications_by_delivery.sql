-- outside a transaction
create index concurrently if not exists application_list_delivery
  on notarization_order (shown_status, delivery, created_at desc, id desc);
