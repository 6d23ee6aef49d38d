-- How a capture is made, and what is known to be missing from it (docs/decisions/0078-whole-captures.md).

alter table capture
  add column accept text not null default 'page', -- as_is: whatever the address answers is the result
  add column device text not null default 'desktop',
  add column notes jsonb, -- as the capture log tells them; null until it succeeded, and of older ones
  add constraint capture_accept_check check (accept in ('page', 'as_is')) not valid,
  add constraint capture_device_check check (device in ('desktop', 'mobile')) not valid;
