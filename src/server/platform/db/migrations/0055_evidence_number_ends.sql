-- outside a transaction
create index concurrently if not exists evidence_number_ends on evidence (reverse(number));
