-- As numberInPath has it (src/vocabulary/documents.ts).
create or replace function corkboard.number_in_path(p_number text) returns text
language sql immutable
as $$
  select translate(p_number, '/.', '--')
$$;
comment on function corkboard.number_in_path(text) is 'The number of a document, as addresses have it.';
