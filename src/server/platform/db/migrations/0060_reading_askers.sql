-- outside a transaction
create index concurrently if not exists submission_reading_askers on submission_reading (app_id, read_at desc nulls last);
