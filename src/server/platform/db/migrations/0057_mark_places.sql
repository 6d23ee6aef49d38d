-- Where in a file or picture an evidence shows its mark: anybody can append one to an old file, so that certificates say it.

alter table mark add column place jsonb; -- null for marks that are used nowhere or shown nowhere, and until it was looked up for older ones
