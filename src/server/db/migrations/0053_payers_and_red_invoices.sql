-- The payer's account as the gateway told it; empty where it told none.
alter table payment add column payer text not null default '' check (char_length(payer) <= 64);

-- 红冲: the red-letter invoice that takes an issued one back. The invoice stays issued; what it was for and was not refunded is free for another.
alter table invoice
  add column red_num text not null default '',
  add column red_day date,
  add column red_by bigint references account (id),
  add column red_name text not null default '', -- realname at the moment of the act
  add column red_at timestamptz,
  add constraint invoice_red check ((red_at is null) = (red_day is null) and (red_at is null) = (red_by is null) and (red_at is null) = (red_num = '') and (red_at is null or status = 'issued'));

-- What the month view takes off what was invoiced.
select declare_list('invoices:red_at', 'invoice', 'red_at', array[''], sum_columns => array['amount_fen']);
