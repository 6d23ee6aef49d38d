-- When this database was filled with the demo: one row, or none. The demo's own clock stands still until then.
create table demo_fill (
  filled_at timestamptz not null default clock_timestamp()
);
