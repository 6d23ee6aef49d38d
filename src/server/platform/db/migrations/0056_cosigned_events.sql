-- Up to which size of the log the feed has told that evidence has the cosignatures that the office's policy requires.

alter table event_anchored add column cosigned_size bigint not null default 0;
-- What is anchored by now is not told any more.
update event_anchored set cosigned_size = size;
