-- Hints for reviewers: what was read out of the pictures of a submission, where they are found again, and what a reviewer was shown.

create table submission_reading (
  submission_id bigint primary key references user_submission (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(), -- until then somebody has it in hand, or it rests after a failure
  read_at timestamptz,
  pictures jsonb, -- field name -> what is worth a look in it
  check ((read_at is null) = (pictures is null))
);
comment on table submission_reading is
  'Submissions whose pictures are to be read, and what was found. It goes with its submission.';
-- The newest first: somebody looks at them before at those of old.
create index submission_reading_due on submission_reading (submission_id desc) where read_at is null;

create table picture_print (
  id bigint generated always as identity primary key,
  submission_id bigint not null references user_submission (id) on delete cascade,
  user_id bigint not null references users (id),
  field text not null, -- as in user_submission.pictures
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  print bytea not null, -- packed and deflated
  unique (submission_id, field)
);
comment on table picture_print is
  'Fingerprints of submitted pictures, in which their strokes can be made out: as personal as the pictures, and gone with their '
  'submission.';
create index picture_print_sha256 on picture_print (sha256);

create table picture_word (
  word integer not null,
  print_id bigint not null references picture_print (id) on delete cascade,
  primary key (word, print_id)
);
comment on table picture_word is 'Under which words a fingerprint is found.';

create table picture_match (
  print_id bigint not null references picture_print (id) on delete cascade, -- of the later picture
  other_id bigint not null references picture_print (id) on delete cascade,
  likeness integer not null check (likeness between 0 and 100), -- per cent; 100 for the same bytes alone
  primary key (print_id, other_id)
);
comment on table picture_match is 'Nearly the same picture under two users.';
create index picture_match_other on picture_match (other_id);

create table hint_shown (
  submission_id bigint not null references user_submission (id) on delete cascade,
  account_id bigint not null references account (id),
  hints text[] not null, -- by their names alone: nothing personal
  primary key (submission_id, account_id)
);
comment on table hint_shown is 'What a reviewer was shown of a submission that waits; the decision takes it into the trail.';

create or replace function queue_submission_reading() returns trigger language plpgsql as $$
begin
  insert into submission_reading (submission_id) select id from new_rows;
  return null;
end $$;
create trigger user_submission_reading after insert on user_submission referencing new table as new_rows
  for each statement execute function queue_submission_reading();
insert into submission_reading (submission_id) select id from user_submission;
