-- What an applicant says of the document, and who acts for them.
alter table notarization_order
  add column purpose text not null default '',
  add column copies integer,
  add column agent jsonb;
comment on column notarization_order.purpose is 'What the document is for, as the applicant says; may be empty.';
comment on column notarization_order.copies is 'How many originals the applicant asks for; null if it was not said.';
comment on column notarization_order.agent is 'Who acts for the applicant: { name, mobile, idcard }; null for nobody.';
