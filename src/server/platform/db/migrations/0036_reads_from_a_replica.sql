-- Where a session that has written is read from.
alter table session add column written_to pg_lsn;
comment on column session.written_to is
  'Where the log of the database stood when the session had last written, where a replica is read: its own lists have all up to there.';
