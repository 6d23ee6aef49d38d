-- outside a transaction
create index concurrently if not exists users_stored_phones on users (type, phone_number(mobile)) where mobile !~ '^1[0-9]{10}$';
