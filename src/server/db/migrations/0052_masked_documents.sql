-- A document is issued twice: in full, and with the applicant's number masked for whoever may not see it (wire, section 6). Each is signed, and in the log under its own hash.

alter table notarial_document_file add column is_masked boolean not null default false;
alter table notarial_document_file alter column is_masked drop default;
alter table notarial_document_file drop constraint notarial_document_file_pkey;
alter table notarial_document_file add primary key (document_id, is_masked);

-- What was issued before gets its masked one in its turn. Whoever waits for a document of today does not stand behind all of them.
insert into notarial_document_waiting (document_id, next_at)
select document_id, clock_timestamp() + row_number() over (order by issued_at desc) * interval '2 seconds' from notarial_document_file
on conflict (document_id) do nothing;
