-- src/vocabulary/documents.ts has the same as numberInPath.
create or replace function corkboard.number_in_path(p_number text) returns text
language sql immutable parallel safe
return translate(p_number, '/.', '--');
comment on function corkboard.number_in_path(text) is
  'The number of a document in addresses and names of files, which stays unique: RE-2026-7 for RE/2026.7.';
