-- Views of lists: what an operator keeps of a list's filters and layout, and shares.

create table list_view (
  id bigint generated always as identity primary key,
  owner_id bigint not null references account (id),
  role_id bigint references role (id), -- whose accounts read it; null: its owner alone
  list text not null, -- as the contract names lists; a view of a list that is gone is shown to nobody
  name text not null check (char_length(name) between 1 and 30), -- what an operator wrote; hostile
  filters jsonb not null, -- wire field -> value, as the list's call takes them
  columns jsonb not null, -- in their order
  density text not null check (density in ('normal', 'tight')),
  version bigint not null default 1, -- grows with each change
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table list_view is 'Filters, columns and density of a list under a name, for its owner or for a role.';
create unique index list_view_name on list_view (owner_id, list, name);
create index list_view_role on list_view (role_id) where role_id is not null;

create table list_view_choice (
  account_id bigint not null references account (id),
  view_id bigint not null references list_view (id) on delete cascade,
  list text not null, -- the view's
  is_default boolean not null default false, -- the list opens with it
  is_pinned boolean not null default false, -- it stands under the list in the menu
  primary key (account_id, view_id)
);
comment on table list_view_choice is 'What each operator made of a view for themselves; another''s choice is their own.';
create unique index list_view_choice_default on list_view_choice (account_id, list) where is_default;
create index list_view_choice_view on list_view_choice (view_id);
