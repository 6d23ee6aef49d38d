-- The address that a capture shows, where the site or the page led on from the one that was asked for.

alter table capture add column opened_url text; -- null: as asked for; until it succeeded, and of older ones
