-- The price of an upload is held while it is open, and one call alone makes evidence of it
-- (docs/decisions/0076-uploads-hold-their-price.md).

alter table points_hold
  add column upload_id bigint,
  add constraint points_hold_upload_id_fkey foreign key (upload_id) references evidence_upload (id) on delete cascade not valid;
comment on column points_hold.upload_id is 'The upload in chunks whose price this is: it ends with the upload, not by itself.';

alter table evidence_upload
  add column claim_app text,
  add column claim_unique text,
  add column claims integer not null default 0,
  add constraint evidence_upload_claims_check check (claims >= 0) not valid;
comment on column evidence_upload.claim_app is 'The client of the call that makes evidence of it.';
comment on column evidence_upload.claim_unique is 'The unique_id of that call; another one is refused meanwhile.';
comment on column evidence_upload.claims is
  'Transmissions of that call that are under way. A killed server leaves its own: a repetition of the call goes on, others are refused.';
