-- What the one search finds records by as a whole, and no list had an index of. A user's mobile, the numbers of evidence, captures,
-- recordings, orders and documents are unique; orders are found by their mobile through the index of their n-grams, which holds it as one.

create index capture_mobile on capture (mobile, created_at desc, id desc);
create index recording_mobile on recording (mobile, begin_at desc, id desc);
create index invoice_mobile on invoice (mobile, created_at desc, id desc);
create index invoice_tax_num on invoice (tax_num) where tax_num <> '';
create index invoice_deal_num on invoice (deal_num) where deal_num <> '';
create index invoice_red_num on invoice (red_num) where red_num <> '';
create index notarization_order_trade_no on notarization_order (trade_no) where trade_no <> '';
create index charge_order_trade_no on charge_order (trade_no) where trade_no <> '';
