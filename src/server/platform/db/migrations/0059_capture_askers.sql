-- outside a transaction
create index concurrently if not exists capture_askers on capture ((coalesce(app_id, user_id::text)), begun_at desc nulls last);
