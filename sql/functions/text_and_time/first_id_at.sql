-- A range of times is looked up in the primary key by it, whose ids are in the order of their times.
create or replace function corkboard.first_id_at(p_time timestamptz) returns uuid
language sql immutable parallel safe strict
as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from p_time) * 1000))::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
comment on function corkboard.first_id_at(timestamptz) is
  'The lowest id of version 7 that was made in the millisecond of that time.';
