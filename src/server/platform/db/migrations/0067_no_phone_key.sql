-- outside a transaction
drop function if exists phone_key(text);
