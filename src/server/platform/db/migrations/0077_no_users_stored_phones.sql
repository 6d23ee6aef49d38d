-- outside a transaction
drop index concurrently if exists users_stored_phones;
