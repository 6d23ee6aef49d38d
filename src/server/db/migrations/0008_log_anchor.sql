-- What an anchor needs to be one transaction whatever dies: the signed bytes are stored before they are sent, and sending them again changes nothing.
alter table log_anchor
  add raw_tx text,
  add sent_at timestamptz,
  add chain_id bigint,
  add check (state <> 'sent' or (raw_tx is not null and tx_hash is not null and sent_at is not null and chain_id is not null));
