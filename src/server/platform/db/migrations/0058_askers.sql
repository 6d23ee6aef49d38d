-- Which client asked: captures are made, and submitted pictures read, in turns by client (docs/decisions/0074-turns.md).
alter table capture add column app_id text; -- null for older ones, which take the turn of their user
alter table submission_reading add column app_id text not null default '';
