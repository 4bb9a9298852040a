-- src/vocabulary/documents.ts has the same list.
create or replace function corkboard.document_languages() returns text[]
language sql immutable
as $$ select '{en,de,fr,nl,es}'::text[] $$;
comment on function corkboard.document_languages() is 'The languages in which documents can be written (ISO 639).';
