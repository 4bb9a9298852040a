create or replace function corkboard.classification_timeout() returns interval
language plpgsql stable
as $$
begin
  -- A quarter of a second of the 15 is left for building, storing and sending the response.
  return interval '14.75 seconds';
end
$$;
comment on function corkboard.classification_timeout() is
  'How long the response to a logged revision waits for its classification. A later result is stored with the revision.';
