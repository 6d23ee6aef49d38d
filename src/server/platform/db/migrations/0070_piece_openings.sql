-- Which operator was shown which piece of an open application, so that a decision can say what was seen.
create table piece_opening (
  operator_id bigint not null references account (id),
  evidence_id bigint not null references evidence (id),
  opened_at timestamptz not null,
  primary key (operator_id, evidence_id)
);
comment on table piece_opening is
  'When an operator was last answered the detail of evidence that an open application covers. The trail keeps with each decision which '
  'pieces its operator had opened.';
