create or replace function corkboard.iso(at timestamptz) returns text
language sql stable parallel safe
as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
comment on function corkboard.iso(timestamptz) is
  'Formats a time as all responses and events do: ISO 8601, UTC, milliseconds.';
