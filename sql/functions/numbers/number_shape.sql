create or replace function corkboard.number_shape(p_format text) returns text
language sql immutable
as $$
  select regexp_replace(lower(corkboard.number_in_path(regexp_replace(p_format, '\{[^}]*\}', '0', 'g'))), '[0-9]+', '#', 'g')
$$;
comment on function corkboard.number_shape(text) is
  'What all numbers of a format have in common, with # for each run of digits. Formats of different shapes never make the same number.';
