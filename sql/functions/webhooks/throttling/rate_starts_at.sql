create or replace function corkboard.rate_starts_at(p_next_at timestamptz, p_now timestamptz) returns timestamptz
language sql stable
as $$ select greatest(p_next_at, p_now - interval '250 milliseconds') $$;
comment on function corkboard.rate_starts_at(timestamptz, timestamptz) is
  'The time from which a rate accrues: capacity that was unused more than 250 ms ago is lost.';
