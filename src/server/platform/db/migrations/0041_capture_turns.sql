-- outside a transaction
create index concurrently if not exists capture_turns on capture (user_id, begun_at desc nulls last);
