-- outside a transaction
drop index concurrently if exists users_spelled_phones;
