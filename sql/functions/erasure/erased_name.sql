create or replace function corkboard.erased_name() returns text
language sql immutable parallel safe
as $$ select 'Erased client'::text $$;
comment on function corkboard.erased_name() is 'What stands in place of texts that were erased.';
