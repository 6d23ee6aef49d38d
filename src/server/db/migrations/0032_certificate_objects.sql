-- The sweep looks after issued certificates as after every stored file; one whose file it finds damaged or missing is issued anew.

-- A trigger refuses every change of a row: what is issued anew is a row of its own, and of several the last one stands.
alter table certificate add edition integer not null default 1 check (edition >= 1);
alter table certificate drop constraint certificate_pkey;
alter table certificate add primary key (evidence_id, content_sha256, edition);

create function note_certificate_objects() returns trigger language plpgsql as $$
begin
  perform note_objects(jsonb_agg(jsonb_build_object('sha256', c.sha256, 'size_bytes', c.size_bytes))) from new_rows c having count(*) > 0;
  return null;
end $$;
create trigger certificate_objects after insert on certificate referencing new table as new_rows for each statement execute function note_certificate_objects();

insert into stored_object (sha256, size_bytes)
select distinct on (sha256) sha256, size_bytes from certificate order by sha256
on conflict (sha256) do nothing;
