-- The history of one number tells every download of it, whichever list it was from; that of a list every one of its downloads; and an application has one of its documents.

alter table download_history
  add column order_id bigint references notarization_order (id), -- of a document; documents have no number
  drop constraint download_history_type_check,
  add constraint download_history_type_check check (type in ('evidence', 'web', 'process', 'move', 'document')),
  add constraint download_history_document check ((type = 'document') = (order_id is not null) and (type = 'document') = (number = ''));
drop index download_history_number;
create index download_history_number on download_history (number, id desc) where number <> '';
create index download_history_list on download_history (type, id desc);
create index download_history_document on download_history (order_id, id desc) where order_id is not null;

-- Links to zips end when one of their evidence may not be viewed any more. Those under way live 15 minutes, and were made where downloading alone was asked for.
delete from download_batch;
