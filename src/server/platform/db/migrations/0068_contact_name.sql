-- The name of the person who acts for an enterprise, beside the number that is in id_card.
alter table user_submission add column contact_name text not null default '';
