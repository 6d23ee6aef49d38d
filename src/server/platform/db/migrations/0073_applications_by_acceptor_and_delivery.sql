-- outside a transaction
create index concurrently if not exists application_list_acceptor_delivery
  on notarization_order (accepted_by, shown_status, delivery, created_at desc, id desc);
