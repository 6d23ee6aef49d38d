-- A transaction that the chain holds as failed ends its anchor for good: the row stays as it is, and the next checkpoint has its turn.
alter table log_anchor
  drop constraint log_anchor_state_check,
  add constraint log_anchor_state_check check (state in ('waiting', 'sent', 'done', 'failed')),
  add check (state <> 'failed' or (tx_hash is not null and block_height is not null and chain_time is not null));
drop index log_anchor_open;
create unique index log_anchor_open on log_anchor ((true)) where state in ('waiting', 'sent');
create index log_anchor_failed on log_anchor (checkpoint_size) where state = 'failed';

create function refuse_change_when_ended() returns trigger language plpgsql as $$
begin
  if old.state in ('done', 'failed') or tg_op = 'DELETE' or new.checkpoint_size <> old.checkpoint_size then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger log_anchor_append_only on log_anchor;
create trigger log_anchor_append_only before update or delete on log_anchor for each row execute function refuse_change_when_ended();

alter table log_anchor
  add is_capped boolean not null default false, -- its bid is as high as it may be
  add ended_at timestamptz; -- when it was done or failed, from which the next one's interval counts; null in older rows
