-- What the workbench names as waiting longest, by the time from which it waits: an application since its payment, an invoice at the second desk since it came there.
create index application_waiting on notarization_order (paid_at, id) where shown_status = 'waiting' and pay_status = 'paid';
create index application_waiting_acceptor on notarization_order (accepted_by, paid_at, id) where shown_status = 'waiting' and pay_status = 'paid';
create index invoice_submitted on invoice (first_at, id) where status = 'submitted';
