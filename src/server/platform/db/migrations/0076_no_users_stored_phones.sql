-- outside a transaction
-- Its rows have the keys of the function of before.
drop index concurrently if exists users_stored_phones;
