create or replace function corkboard.claim_duration() returns interval
language sql immutable
as $$ select interval '20 seconds' $$;
comment on function corkboard.claim_duration() is
  'How long a claim on a delivery lasts: longer than an attempt and its recording can take.';
