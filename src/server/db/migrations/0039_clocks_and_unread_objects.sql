-- One object that cannot be read although the store is well counts as damaged after some looks; a look that came to a result begins anew.
alter table stored_object add unread_looks integer not null default 0 check (unread_looks >= 0);

-- A nonce is known by the timestamp that its request was signed with, the one clock that the intake's window is about. What was seen before this is taken for
-- as young as its window allowed.
alter table intake_nonce add signed_at bigint; -- Unix seconds
update intake_nonce set signed_at = ceil(extract(epoch from seen_at)) + 300;
alter table intake_nonce alter signed_at set not null;
alter table intake_nonce drop seen_at;
create index intake_nonce_signed on intake_nonce (signed_at);

-- What was forgotten, by the hour of the timestamps: up to the newest of each hour no request is taken any more, wherever the clock goes. By the hour, so that
-- a clock that ran ahead closes no more than the hours that it ran through.
create table intake_nonce_over (
  hour bigint primary key,
  newest bigint not null check (newest / 3600 = hour)
);
