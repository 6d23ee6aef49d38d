-- outside a transaction
drop function if exists phone_number(text);
