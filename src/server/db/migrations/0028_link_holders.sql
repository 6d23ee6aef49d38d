-- Links to zips end with their holder's session or permission. Those that are under way live 15 minutes, and nobody knows for whom they were made.
delete from download_batch;
alter table download_batch add column holder jsonb not null;
