-- A quarter of a second of the 15 is left for building, storing and sending the response.
create or replace function corkboard.classification_timeout() returns interval
language sql stable
as $$ select interval '14.75 seconds' $$;
comment on function corkboard.classification_timeout() is
  'How long the response to a logged revision waits for its classification. A later result is stored with the revision.';
