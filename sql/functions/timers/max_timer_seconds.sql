create or replace function corkboard.max_timer_seconds() returns integer
language sql immutable parallel safe
as $$ select 57600 $$;
comment on function corkboard.max_timer_seconds() is 'How long a timer counts: 16 hours, as many as a time entry may have.';
