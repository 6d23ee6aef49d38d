-- outside a transaction
create index concurrently if not exists users_spelled_phones on users (type, phone_key(mobile)) where mobile !~ '^1[0-9]{10}$';
