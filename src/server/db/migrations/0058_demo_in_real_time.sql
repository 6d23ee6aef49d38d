-- The demo's time runs on as everybody's does: nothing asks any more when it was made.
drop table demo_fill;
