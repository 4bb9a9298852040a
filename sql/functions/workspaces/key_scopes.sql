create or replace function corkboard.key_scopes() returns text[]
language sql immutable
as $$ select '{read,write:projects,write:invoices,write:time}'::text[] $$;
comment on function corkboard.key_scopes() is 'The scopes that an API key can have.';
