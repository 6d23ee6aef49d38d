-- outside a transaction
create index concurrently if not exists users_mobiles_in_names on users using gin ((mobiles_in(name)) collate "C")
  where name ~ '1[0-9]{10}';
