create or replace function corkboard.copy_message() returns text
language sql immutable
as $$ select 'The database is a copy: nothing is sent from it until it is adopted (npm run release -- --adopt if it replaces the original, else npm run release -- --adopt --mute).' $$;
comment on function corkboard.copy_message() is 'The message shown when the database is a copy (is_copy).';
