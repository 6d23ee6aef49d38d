-- What operators say to each other about an object, who of them is told of it, and who looks at it now.

create table note (
  id bigint generated always as identity primary key,
  object text not null check (object ~ '^[a-z]+/.{1,64}$'),
  author_id bigint not null references account (id),
  author text not null,
  body text not null check (char_length(body) between 1 and 2000),
  at timestamptz not null default clock_timestamp()
);
comment on table note is 'Notes of operators beside an object. Rows are only ever added.';
comment on column note.object is 'As the trail names it: application/12.';
comment on column note.author is 'Realname at the moment of the act.';
create index note_object on note (object, id desc);
create trigger note_append_only before update or delete on note for each row execute function refuse_change();
create trigger note_no_truncate before truncate on note for each statement execute function refuse_change();

create table note_withdrawal (
  note_id bigint primary key references note (id),
  account_id bigint not null references account (id),
  operator text not null,
  at timestamptz not null default clock_timestamp()
);
comment on table note_withdrawal is 'Notes whose text is shown no more.';
comment on column note_withdrawal.operator is 'Realname at the moment of the act.';
create trigger note_withdrawal_append_only before update or delete on note_withdrawal for each row execute function refuse_change();
create trigger note_withdrawal_no_truncate before truncate on note_withdrawal for each statement execute function refuse_change();

create table note_mention (
  note_id bigint not null references note (id),
  account_id bigint not null references account (id),
  operator text not null,
  primary key (note_id, account_id)
);
comment on table note_mention is 'Colleagues whom a note names.';
comment on column note_mention.operator is 'Realname at the moment of the act.';
create trigger note_mention_append_only before update or delete on note_mention for each row execute function refuse_change();
create trigger note_mention_no_truncate before truncate on note_mention for each statement execute function refuse_change();

create table message (
  id bigint generated always as identity primary key,
  account_id bigint not null references account (id),
  kind text not null check (kind in ('mention', 'overdue', 'returned', 'damaged', 'custody')),
  object text not null,
  note_id bigint references note (id),
  event text not null,
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  constraint message_note check ((kind = 'mention') = (note_id is not null))
);
comment on table message is
  'What an operator is told: a reference and a kind. Its words are made when it is read, by what its reader may open then.';
comment on column message.object is 'As the trail names it; empty where it is about the office as a whole.';
comment on column message.event is 'Names what happened, once for each account.';
create unique index message_event on message (kind, event, account_id);
create index message_list on message (account_id, id desc);
create index message_unread on message (account_id, id desc) where read_at is null;
create index message_at on message (at);

create table presence (
  view_id text primary key,
  object text not null,
  account_id bigint not null,
  operator text not null,
  since timestamptz not null default clock_timestamp(),
  until timestamptz not null
);
comment on table presence is 'Who looks at which object now, each until a lease ends.';
-- What it tells is over in seconds: a crash may take it.
alter table presence set unlogged;
create index presence_object on presence (object);

-- Who has a file: what of an evidence an operator was given, by operator too; and who opened a share address.
alter table download_history add column part text check (part in ('file', 'package', 'certificate'));
comment on column download_history.part is 'What of an evidence; null for a document, and for rows from before it was noted.';
create index download_history_account on download_history (account_id, id desc);

create table share_opening (
  id bigint generated always as identity primary key,
  number text collate "C" not null references evidence (number),
  ip text not null,
  day date not null,
  at timestamptz not null default clock_timestamp()
);
comment on table share_opening is
  'From where a share address was opened: once an address and day, since players ask for a film in many parts.';
create unique index share_opening_once on share_opening (number, ip, day);
create index share_opening_list on share_opening (number, id desc);
create trigger share_opening_append_only before update or delete on share_opening for each row execute function refuse_change();
create trigger share_opening_no_truncate before truncate on share_opening for each statement execute function refuse_change();
