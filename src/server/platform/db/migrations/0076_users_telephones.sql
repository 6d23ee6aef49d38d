-- outside a transaction
create index concurrently if not exists users_telephones on users (type, telephone_number(mobile)) where mobile !~ '^1[0-9]{10}$';
